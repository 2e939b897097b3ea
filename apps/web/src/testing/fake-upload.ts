import { vi } from 'vitest'

/** An upload in progress, controlled by the test. */
export interface FakeUpload {
  /** Reports a sent share of the body, 0 to 1. */
  readonly progress: (part: number) => void
  /** Lets the server behind `fetch` answer. */
  readonly arrive: () => Promise<void>
  /** Simulates a loss of the connection. */
  readonly lose: () => void
}

/**
 * Installs an XMLHttpRequest that passes its request to the server behind `fetch` on the test's command, because
 * jsdom's own sends nothing. Returns the uploads in their order.
 */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = []
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers = new Headers()
    #method = 'GET'
    #address = ''
    #answered = new Headers()
    status = 0
    statusText = ''
    response: Blob | undefined

    open(method: string, address: string): void {
      this.#method = method
      this.#address = address
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders(): string {
      return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n')
    }

    abort(): void {
      this.dispatchEvent(new Event('abort'))
    }

    send(body: string | FormData): void {
      uploads.push({
        progress: (part) =>
          void this.upload.dispatchEvent(
            Object.assign(new Event('progress'), { lengthComputable: true, loaded: part * 100, total: 100 }),
          ),
        arrive: async () => {
          const answer = await fetch(this.#address, { method: this.#method, headers: this.#headers, body })
          this.status = answer.status
          this.statusText = answer.statusText
          this.#answered = answer.headers
          this.response = await answer.blob()
          this.dispatchEvent(new Event('load'))
        },
        lose: () => void this.dispatchEvent(new Event('error')),
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
