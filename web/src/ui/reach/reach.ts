/** Notifications and friends in one file: many pages use a little of it. */

export { default as Choices } from "./Choices.svelte";
export { default as FollowButton } from "./FollowButton.svelte";
export { default as FollowOthers } from "./FollowOthers.svelte";
export { default as Friends } from "./Friends.svelte";
export { default as FriendsHere } from "./FriendsHere.svelte";
export { default as TellMe } from "./TellMe.svelte";
export { default as UnsubscribePage } from "./UnsubscribePage.svelte";
