/**
 * The journal of local tables and a few stored values, in IndexedDB. An entry's key is (table, version): if two tabs
 * decide at once, one gets “conflict”. An entry and its table's row are on disk together before any answer is sent.
 */

const NAME = "quincunx-local";
const ENTRIES = "entries";
const ROWS = "rows";
const VALUES = "values";

interface Entry {
  readonly table: string;
  readonly version: number;
  readonly key: string;
  readonly at: number;
  readonly body: string;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export class LocalDatabase {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<LocalDatabase> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES, { keyPath: ["table", "version"] });
      request.result.createObjectStore(ROWS, { keyPath: "table" });
      request.result.createObjectStore(VALUES);
    };
    return new LocalDatabase(await done(request));
  }

  /** Set what follows when the database closes: its data were cleared, or a newer client changes its shape. */
  set onclose(heard: () => void) {
    this.database.onclose = heard;
    this.database.onversionchange = () => {
      this.database.close();
      heard();
    };
  }

  /**
   * Append an entry. Return “stored” once entry and row are on disk, or “conflict” if the table has that version
   * already.
   */
  async append(table: string, version: number, key: string, at: number, body: string, row: string): Promise<"stored" | "conflict"> {
    const transaction = this.#write(ENTRIES, ROWS);
    const entry: Entry = { table, version, key, at, body };
    const added = transaction.objectStore(ENTRIES).add(entry);
    transaction.objectStore(ROWS).put({ table, row });
    try {
      await committed(transaction);
      return "stored";
    } catch (error) {
      if (added.error?.name === "ConstraintError") return "conflict";
      throw error;
    }
  }

  /** Return a table's entries after a version, in order, as JSON. */
  async read(table: string, after: number): Promise<string> {
    const range = IDBKeyRange.bound([table, after + 1], [table, Infinity]);
    return JSON.stringify(await done(this.#read(ENTRIES).getAll(range) as IDBRequest<Entry[]>));
  }

  /** Return the rows of all tables, as a JSON list. */
  async rows(): Promise<string> {
    const rows = await done(this.#read(ROWS).getAll() as IDBRequest<{ readonly row: string }[]>);
    return `[${rows.map(({ row }) => row).join(",")}]`;
  }

  async get(name: string): Promise<string | undefined> {
    return done(this.#read(VALUES).get(name) as IDBRequest<string | undefined>);
  }

  async put(name: string, value: string): Promise<void> {
    const transaction = this.#write(VALUES);
    transaction.objectStore(VALUES).put(value, name);
    await committed(transaction);
  }

  #read(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store);
  }

  #write(...stores: string[]): IDBTransaction {
    return this.database.transaction(stores, "readwrite", { durability: "strict" });
  }
}
