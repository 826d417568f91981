/** Records opened from files: read and verified on this device, which then replays them. */

import type { ReadRecord } from "../../wire/types";
import { router } from "../../router.svelte";
import { ApiError, answerOf, contentOf } from "../server/api";
import { place } from "../server/place.svelte";

const RECORDS = "/api/records";
/** The longest record in bytes. One byte more is read of a longer file, which then is refused. */
const LONGEST = 2 ** 20;

/** Return the text of a file. A folder, or a file that has gone, cannot be read. */
async function textOf(file: Blob): Promise<string> {
  try {
    return await file.slice(0, LONGEST + 1).text();
  } catch (error) {
    throw new ApiError({ kind: "malformed", code: "bad-record", sentence: String(error), rule: null, params: {} });
  }
}

async function read(body: string): Promise<ReadRecord> {
  return contentOf<ReadRecord>(await answerOf(RECORDS, { method: "POST", body }));
}

/** Read a record's file and go to its replay. Throws `ApiError` if the file is none. */
export async function openRecord(file: Blob): Promise<void> {
  place.isAwaited = true;
  const record = await textOf(file).then(read).finally(() => (place.isAwaited = false));
  router.go(`/t/${record.id}/replay`);
}

/** Return the verification of a record opened before: whether its chance follows from the seed. */
export async function verified(table: string): Promise<ReadRecord> {
  return read(await (await answerOf(`/api/tables/${table}/record`)).text());
}
