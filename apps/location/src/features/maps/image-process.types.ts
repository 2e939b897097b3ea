/** What the process is asked to decode, in one message. */
export type DecodeRequest = {
  bytes: Uint8Array
  /** pixels */
  minSide: number
  maxSide: number
  /** bytes of resident memory beyond which the process kills itself */
  memoryBytes: number
}

/** What it answers, in one message; without one it was ended. */
export type DecodeReply =
  | { jpeg: Uint8Array; width: number; height: number }
  | { refused: 'size' | 'unreadable' }
