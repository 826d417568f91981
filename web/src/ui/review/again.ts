/** Whether a position of a game can be played on from, at `/study?table=…&ply=…`. */
export const CAN_BE_TRIED_AGAIN = true as boolean;
