/** Formats that are read and written. */
export type ImageType = 'jpeg' | 'png' | 'webp'

/** What the process is asked to decode, in one message. */
export type DecodeRequest = {
  bytes: Uint8Array
  /** pixels */
  minSide: number
  maxSide: number
  /** `same`: in the format that it came in, transparency kept; `jpeg`: whatever it was, on white */
  output: 'jpeg' | 'same'
  /** pixels that the longer side has at most afterwards; the size stays when left out */
  fitSide?: number
  /** bytes of resident memory beyond which the process kills itself */
  memoryBytes: number
  /** of all its threads: those that it has started with may be older than what was set from outside */
  priority: number
}

/** What it answers, in one message; without one it was ended. */
export type DecodeReply =
  | { bytes: Uint8Array; type: ImageType; width: number; height: number }
  | { refused: 'size' | 'unreadable' }
