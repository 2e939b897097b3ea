/** Formats that can be read and written. */
export type ImageType = 'jpeg' | 'png' | 'webp'

/** The request to decode an image, in one message. */
export type DecodeRequest = {
  bytes: Uint8Array
  /** pixels */
  minSide: number
  maxSide: number
  /** `same`: in the original format with transparency; `jpeg`: always JPEG, on white */
  output: 'jpeg' | 'same'
  /** limit in pixels of the resulting longer side; the size is unchanged when left out */
  fitSide?: number
  /** bytes of resident memory above which the process kills itself */
  memoryBytes: number
  /** priority of all threads: the first ones may have started before it was set from outside */
  priority: number
}

/** The answer, in one message; without an answer the process was killed. */
export type DecodeReply =
  | { bytes: Uint8Array; type: ImageType; width: number; height: number }
  | { refused: 'size' | 'unreadable' }
