import { createSchema, Mixed, required, typed } from '../members.ts'

/** What a process tells the others where no Redis joins them; kept for a minute at most. */
export const busMessageSchema = createSchema('busMessages', {
  /** 1, 2, 3 …: whoever adds one takes the number after the newest, so that none is missing */
  _id: required(Number),
  /** the process that added it */
  origin: required(String),
  /** what it tells, encrypted */
  sealed: required(Mixed, typed<Buffer>()),
})
