import { MAX_ITEMS, messages } from '@wardtrack/contracts'
import { ApiError } from '@wardtrack/service-kit'
import type { BodyType } from './request-body.ts'

/** A line of NDJSON that is not JSON: its item is refused, the others go on. */
export class BrokenLine {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * The items of a body: a JSON object, a JSON array, or lines of JSON.
 * @throws Refusal 400 when nothing of it is JSON or it is empty, 413 above 5,000 items
 */
export function parseItems(body: Buffer, type: BodyType): unknown[] {
  const text = body.toString('utf8')
  if (text.trim() === '') throw new ApiError('invalid_json', messages.emptyBody)
  const items = type === 'json' ? fromJson(text) : fromLines(text)
  if (items.length > MAX_ITEMS) throw new ApiError('too_large', messages.tooManyItems)
  return items
}

function fromJson(text: string): unknown[] {
  const value = parsed(text)
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null || value instanceof BrokenLine) throw notJson()
  return [value]
}

function fromLines(text: string): unknown[] {
  const items: unknown[] = []
  let broken = 0
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end).trim()
    from = end < 0 ? text.length : end + 1
    if (line === '') continue
    const item = parsed(line)
    if (item instanceof BrokenLine) broken += 1
    items.push(item)
    if (items.length > MAX_ITEMS) break
  }
  if (broken === items.length) throw notJson()
  return items
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return new BrokenLine(text)
  }
}

const notJson = (): ApiError => new ApiError('invalid_json', messages.notJson)
