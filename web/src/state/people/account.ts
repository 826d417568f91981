/** Requests about one's own account: signing in, sign-in methods, devices, tokens. Loaded on demand. */

import type {
  Account,
  AccountMade,
  AddressConfirmed,
  AskMail,
  AskToken,
  ChangePassword,
  ChooseMail,
  Codes,
  ConfirmAddress,
  DeviceLink,
  Devices,
  EnterByLink,
  MakeAccount,
  Me,
  Passkey,
  PasskeyOptions,
  SignIn,
  SignedIn,
  TokenMade,
  Tokens,
  UseInvitation,
} from "../../wire/types";
import { forget } from "../device/preferences.svelte";
import { ApiError, ask } from "../server/api";
import { guest } from "./guest.svelte";
import { askForPasskey, makePasskey } from "./passkeys";

export const account = {
  load: () => ask<Account>("/api/account"),
  make: (how: MakeAccount) => ask<AccountMade>("/api/account", "POST", how),
  signIn: (how: SignIn) => ask<SignedIn>("/api/sign-in", "POST", how),
  enter: (how: EnterByLink) => ask<SignedIn>("/api/sign-in/link", "POST", how),
  comeInvited: (how: UseInvitation) => ask<Me>("/api/me/invited", "POST", how),
  askForLink: (how: AskMail) => ask<void>("/api/sign-in/mail", "POST", how),
  giveAddress: (how: AskMail) => ask<void>("/api/account/mail", "PUT", how),
  confirmAddress: (how: ConfirmAddress) => ask<AddressConfirmed>("/api/account/mail/confirm", "POST", how),
  chooseMail: (how: ChooseMail) => ask<void>("/api/account/mail/choices", "PUT", how),
  removeAddress: () => ask<void>("/api/account/mail", "DELETE"),
  readOperatorLink: () => ask<void>("/api/account/operator-link/read", "POST"),
  link: () => ask<DeviceLink>("/api/me/links", "POST"),
  devices: () => ask<Devices>("/api/me/devices"),
  endDevice: (id: string) => ask<void>(`/api/me/devices/${encodeURIComponent(id)}`, "DELETE"),
  signOut: () => ask<void>("/api/me/sign-out", "POST"),
  signOutEverywhere: () => ask<void>("/api/me/sign-out-everywhere", "POST"),
  setPassword: (how: ChangePassword) => ask<void>("/api/account/password", "PUT", how),
  removePasskey: (id: string) => ask<void>(`/api/account/passkeys/${encodeURIComponent(id)}`, "DELETE"),
  newCodes: () => ask<Codes>("/api/account/codes", "POST"),
  tokens: () => ask<Tokens>("/api/account/tokens"),
  makeToken: (how: AskToken) => ask<TokenMade>("/api/account/tokens", "POST", how),
  endToken: (id: string) => ask<void>(`/api/account/tokens/${encodeURIComponent(id)}`, "DELETE"),
  forgetMe: () => ask<void>("/api/me", "DELETE"),

  /** Create a passkey on this device for an account of this name; for mine, if it is absent. */
  async newPasskey(name?: string): Promise<Record<string, unknown>> {
    const { options } = await ask<PasskeyOptions>("/api/account/passkeys/options", "POST", name === undefined ? {} : { name });
    return makePasskey(options);
  },

  async addPasskey(label: string): Promise<Passkey> {
    return ask<Passkey>("/api/account/passkeys", "POST", { passkey: await this.newPasskey(), name: label });
  },

  async signInByPasskey(bring: boolean): Promise<SignedIn> {
    const { options } = await ask<PasskeyOptions>("/api/sign-in/passkey", "POST");
    return this.signIn({ passkey: await askForPasskey(options), bring });
  },
};

/** Switch this browser to another person: the remembered tables of the previous one are deleted. */
export function becomes(me: Me): void {
  guest.is(me);
  forget("my-tables");
}

/** Reload at an address: every socket belongs to the previous person. */
export function reopen(address: string): void {
  // An address that differs in nothing but its fragment would not load again.
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.assign(address);
}

/** Return whether a request was refused only because my sign-in is too old. */
export const isNotFresh = (error: unknown): boolean => error instanceof ApiError && error.reason.code === "sign-in-again";
