import type { Database, UnresolvedDoc } from '@wardtrack/database'
import type { OutgoingMessage } from '@wardtrack/kafka'

/**
 * An event on its way through the brokers. It is processed again when it is read: places and assets may have changed.
 */
export type QueuedEvent = {
  /** message key: the asset, whose events keep their order */
  key: string
  /** the event in the form that is kept for unknown assets */
  doc: UnresolvedDoc
  /** see `IngestEvent` */
  repeatMayDiffer: boolean
  /** see `IngestEvent` */
  untimed: boolean
}

/** Version of the message members, which later versions of the product must also read. */
const VERSION = 1

type MessageBody = {
  version: number
  doc: Omit<UnresolvedDoc, 'time' | 'receivedAt'> & { time: string; receivedAt: string }
  repeatMayDiffer: boolean
  untimed: boolean
}

/** Encodes events for the brokers: fields that are encrypted in the store are encrypted here too. */
export async function encodeEvents(
  { sealing }: Pick<Database, 'sealing'>,
  events: readonly QueuedEvent[],
): Promise<OutgoingMessage[]> {
  const docs = await sealing.documents(
    'unresolved',
    events.map(({ doc }) => doc),
  )
  return events.map(({ key, repeatMayDiffer, untimed }, index) => ({
    key,
    value: Buffer.from(JSON.stringify({ version: VERSION, doc: docs[index], repeatMayDiffer, untimed })),
  }))
}

/** Decodes an event; undefined for a foreign message or an unknown version. */
export function decodeEvent(
  { sealing }: Pick<Database, 'sealing'>,
  { key, value }: { key: string; value: Buffer },
): QueuedEvent | undefined {
  const body = parse(value)
  if (body?.version !== VERSION || !isDocument(body.doc)) return undefined
  const time = new Date(body.doc.time)
  const receivedAt = new Date(body.doc.receivedAt)
  if (Number.isNaN(time.getTime()) || Number.isNaN(receivedAt.getTime())) return undefined
  const doc = sealing.open<UnresolvedDoc>('unresolved', { ...body.doc, time, receivedAt })
  return typeof doc.item === 'string'
    ? { key, doc, repeatMayDiffer: body.repeatMayDiffer, untimed: body.untimed }
    : undefined
}

function parse(value: Buffer): MessageBody | undefined {
  try {
    return JSON.parse(value.toString('utf8')) as MessageBody
  } catch {
    return undefined
  }
}

const TEXTS = ['_id', 'kind', 'subjectKey', 'identity', 'provider'] as const
const isDocument = (doc: Partial<MessageBody['doc']> | undefined): boolean =>
  typeof doc === 'object' && doc !== null && TEXTS.every((member) => typeof doc[member] === 'string')
