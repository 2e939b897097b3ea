import { describe, expect, it, vi } from 'vitest'
import { fetchEvents } from './stream-fetch.ts'

/** A request that receives the text that the test sends. */
class FakeRequest extends EventTarget {
  static readonly HEADERS_RECEIVED = 2
  static readonly DONE = 4
  static last: FakeRequest
  readonly headers: Record<string, string> = {}
  readyState = 0
  status = 0
  responseText = ''
  open(): void {
    FakeRequest.last = this
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  send(): void {}
  abort(): void {
    this.readyState = FakeRequest.DONE
    this.dispatchEvent(new Event('abort'))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number): void {
    this.status = status
    this.readyState = FakeRequest.HEADERS_RECEIVED
    this.dispatchEvent(new Event('readystatechange'))
  }
  receive(text: string): void {
    this.responseText += text
    this.dispatchEvent(new Event('progress'))
  }
}

const open = (signal = new AbortController().signal) => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return fetchEvents('/api/live', { headers: { accept: 'text/event-stream', 'last-event-id': '7' }, signal })
}

describe('an event stream without a readable body', () => {
  it('is read in pieces, with the headers of the request', async () => {
    const answered = open()
    FakeRequest.last.answer(200)
    const response = await answered
    const reader = response.body?.getReader()
    FakeRequest.last.receive('id: 8\n')
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('id: 8\n')
    const second = reader?.read()
    FakeRequest.last.receive('data: ü\n\n')
    expect(new TextDecoder().decode((await second)?.value)).toBe('data: ü\n\n')
    expect(FakeRequest.last.headers).toMatchObject({ 'last-event-id': '7' })
    const end = reader?.read()
    FakeRequest.last.abort()
    expect((await end)?.done).toBe(true)
  })

  it('is a complete response if the server refuses it', async () => {
    const answered = open()
    const request = FakeRequest.last
    request.answer(401)
    request.responseText = '{"code":"unauthenticated"}'
    request.dispatchEvent(new Event('load'))
    const response = await answered
    expect(response).toBeInstanceOf(Response)
    expect([response.status, await (response as Response).text()]).toEqual([
      401,
      '{"code":"unauthenticated"}',
    ])
  })

  it('ends when it is aborted before the response', async () => {
    const abort = new AbortController()
    const answered = open(abort.signal)
    abort.abort()
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' })
  })
})
