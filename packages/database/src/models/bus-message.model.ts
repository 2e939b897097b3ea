import { createSchema, Mixed, required, typed } from '../members.ts'

/** Messages between processes without Redis; kept for a minute at most. */
export const busMessageSchema = createSchema('busMessages', {
  /** 1, 2, 3 …: each writer takes the number after the newest, so that no number is missing */
  _id: required(Number),
  /** id of the process that sent the message */
  origin: required(String),
  /** the encrypted content */
  sealed: required(Mixed, typed<Buffer>()),
})
