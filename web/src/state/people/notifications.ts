/** My notifications by kind and channel. */

import type { Alert, NotificationChoices, Notifications, Unsubscribed } from "../../wire/types";
import { ask } from "../server/api";

const PATH = "/api/me/notifications";

export const notifications = {
  load: () => ask<Notifications>(PATH),
  choose: (choices: NotificationChoices) => ask<Notifications>(PATH, "PUT", choices),
  alert: () => ask<Alert>("/api/me/alert"),
  setAlert: (isOn: boolean) => ask<Alert>("/api/me/alert", "PUT", { is_on: isOn }),
  unsubscribe: (token: string) => ask<Unsubscribed>(`/unsubscribe/${encodeURIComponent(token)}`, "POST"),
};
