import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SseParser } from './live-stream.ts'

const parseAll = (pieces: readonly string[]) => {
  const parser = new SseParser()
  return pieces.flatMap((piece) => parser.push(piece))
}

describe('the event stream parser', () => {
  it('reads event, id and lines of data', () => {
    expect(parseAll(['id: 7\nevent: asset.location\ndata: {"a":\ndata: 1}\n\n'])).toEqual([
      { event: 'asset.location', data: '{"a":\n1}', id: '7' },
    ])
  })

  it('skips comments, and events without data', () => {
    expect(parseAll([': keep-alive\n\n', 'event: nothing\n\n', 'data: x\n\n'])).toEqual([
      { event: 'message', data: 'x', id: '' },
    ])
  })

  it('keeps the last id for events without an id', () => {
    expect(parseAll(['id: 3\ndata: a\n\ndata: b\n\n']).map(({ id }) => id)).toEqual(['3', '3'])
  })

  it('returns an event only when it is complete', () => {
    const parser = new SseParser()
    expect(parser.push('data: half')).toEqual([])
    expect(parser.push(' done\n')).toEqual([])
    expect(parser.push('\n')).toEqual([{ event: 'message', data: 'half done', id: '' }])
  })

  it('reads the same events with any line ends and any split of the text', () => {
    const text = 'id: 1\nevent: hello\ndata: one\ndata: two\n\n: comment\n\nid: 2\ndata:  three\n\n'
    const whole = parseAll([text])
    const cuts = fc.array(fc.nat(text.length * 2), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), cuts, (end, points) => {
        const written = text.replaceAll('\n', end)
        const at = [0, ...points.filter((point) => point < written.length).toSorted((a, b) => a - b)]
        const pieces = at.map((from, index) => written.slice(from, at[index + 1]))
        expect(parseAll(pieces)).toEqual(whole)
      }),
    )
  })
})
