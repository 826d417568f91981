/** Records that are opened from files: read and verified on this device, which then replays them. */

import type { ReadRecord } from "../../wire/types";
import { router } from "../../router.svelte";
import { answerOf, contentOf } from "../server/api";
import { place } from "../server/place.svelte";

const RECORDS = "/api/records";

async function read(body: string): Promise<ReadRecord> {
  return contentOf<ReadRecord>(await answerOf(RECORDS, { method: "POST", body }));
}

/** Read a record's file and go to its replay. Throws `ApiError` if it is none. */
export async function openRecord(file: Blob): Promise<void> {
  router.go(`/t/${(await place.await(file.text().then(read))).id}/replay`);
}

/** What there is to say of a record that was opened before: whether its chance follows from the seed. */
export async function verified(table: string): Promise<ReadRecord> {
  return read(await (await answerOf(`/api/tables/${table}/record`)).text());
}
