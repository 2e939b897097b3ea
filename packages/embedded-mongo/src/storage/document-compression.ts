import type { CompressionOptions, Database } from 'lmdb'

/** Bytes of a dictionary. A larger one takes longer at every write and saves little more. */
const DICTIONARY_BYTES = 4096
/** Shorter documents stay as they are. */
const MIN_BYTES = 128
/** Offset of LMDB's mark of compressed documents: the last byte of BSON's length, which is 0 or 1 in plain documents. */
const MARK_AT = 3
/** Number of sample documents for a dictionary, and of inserts before it is made. */
const SAMPLES = 64
const INSERTS_SEEN = 5_000

/** Key of the dictionary in the catalogue, where it is in base64. */
export const DICTIONARY = 'dictionary'

type Compressed = { threshold: number }

/**
 * Compresses inserted documents (LZ4) with a dictionary made from the store's documents. Repeated names and values take
 * almost no space. Replaced documents are stored uncompressed, because they may soon be replaced again. LMDB recognises
 * compressed documents by one byte, so one table holds both.
 */
export class DocumentCompression {
  /** Options for opening the table of documents. The dictionary is filled in place. */
  readonly options: CompressionOptions
  private readonly dictionary = Buffer.alloc(DICTIONARY_BYTES)
  private readonly samples: Buffer[] = []
  private inserts = 0
  private isUsed = false

  constructor() {
    this.options = {
      threshold: MIN_BYTES,
      dictionary: this.dictionary,
      startingOffset: MARK_AT,
    } as CompressionOptions
  }

  /** Stores a document. @param isNew true if it replaces no document */
  put(table: Database<Buffer | undefined, Buffer>, key: Buffer, document: Buffer, isNew: boolean): void {
    const compressed = (table as unknown as { compression: Compressed }).compression
    compressed.threshold = isNew && this.isUsed ? MIN_BYTES : Number.POSITIVE_INFINITY
    table.putSync(key, document)
    if (isNew && !this.isUsed) this.noteInsert(document)
  }

  /** Loads the dictionary of the file; undefined if it has none, and no document is compressed. */
  use(dictionary: Buffer | undefined): void {
    this.isUsed = dictionary !== undefined
    dictionary?.copy(this.dictionary)
  }

  /** Keeps a random sample of the inserted documents. */
  private noteInsert(document: Buffer): void {
    const place = this.inserts < SAMPLES ? this.inserts : Math.floor(Math.random() * this.inserts)
    this.inserts++
    if (place < SAMPLES) this.samples[place] = Buffer.from(document.subarray(0, DICTIONARY_BYTES / 2))
  }

  /** Returns a dictionary for the file, once, after enough inserts. */
  takeDictionary(): Buffer | undefined {
    if (this.isUsed || this.inserts < INSERTS_SEEN) return undefined
    this.inserts = 0
    // Short samples are padded at the beginning, because matches near the end cost the fewest bytes.
    const joined = Buffer.concat(this.samples.splice(0))
    const end = joined.subarray(Math.max(0, joined.length - DICTIONARY_BYTES))
    return Buffer.concat([Buffer.alloc(DICTIONARY_BYTES - end.length), end])
  }
}
