import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ExportButton } from './export-button.tsx'

/** Creates a response whose body arrives in the chunks that the test sends. */
function slowAnswer(headers: Record<string, string> = {}) {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sink = controller) })
  return {
    answer: new Response(body, { headers }),
    send: (text: string) => sink?.enqueue(new TextEncoder().encode(text)),
    end: () => sink?.close(),
    fail: (cause: Error) => sink?.error(cause),
  }
}

const show = (open: (signal: AbortSignal) => Promise<Response>) =>
  render(
    <App>
      <ExportButton label="Export devices" open={open} fileName="devices.csv" />
    </App>,
  )
const start = () => userEvent.click(screen.getByRole('button', { name: 'Export devices' }))

describe('an export', () => {
  const saved: string[] = []
  beforeEach(() => {
    saved.length = 0
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
  })

  it("shows the received share and saves the file under the server's file name", async () => {
    const file = slowAnswer({
      'content-length': '8',
      'content-disposition': 'attachment; filename="all.csv"',
    })
    show(async () => file.answer)
    await start()
    file.send('a,b\n')
    await screen.findByText('50%')
    file.send('1,2\n')
    file.end()
    await screen.findByRole('button', { name: 'Export devices' })
    expect(saved).toEqual(['all.csv'])
  })

  it('shows the received size if the server sends no length', async () => {
    const file = slowAnswer()
    show(async () => file.answer)
    await start()
    file.send('x'.repeat(3_000))
    await screen.findByText('3 kB')
    file.end()
    await waitFor(() => expect(saved).toEqual(['devices.csv']))
  })

  it('stops on Cancel and saves no file', async () => {
    const file = slowAnswer()
    let signal: AbortSignal | undefined
    show(async (abortSignal) => {
      signal = abortSignal
      abortSignal.addEventListener('abort', () => file.fail(new DOMException('aborted', 'AbortError')))
      return file.answer
    })
    await start()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Export devices' })
    expect(signal?.aborted).toBe(true)
    expect(saved).toEqual([])
    expect(screen.queryByText('aborted')).toBeNull()
  })

  it('shows the message of a failure', async () => {
    show(() => Promise.reject(new Error('Your privileges do not allow this.')))
    await start()
    await screen.findByText('Your privileges do not allow this.')
    expect(saved).toEqual([])
    expect(screen.getByRole('button', { name: 'Export devices' })).toBeTruthy()
  })
})
