/** Whether a position of a game can be tried again, at `/study?table=…&ply=…`. */
export const CAN_BE_TRIED_AGAIN = true as boolean;
