import { vi } from 'vitest'

/** An upload under way, as the test drives it. */
export interface FakeUpload {
  /** Tells that this part of the body, 0 to 1, has gone out. */
  readonly progress: (part: number) => void
  /** Lets the server behind `fetch` answer. */
  readonly arrive: () => Promise<void>
  /** The connection is lost. */
  readonly lose: () => void
}

/**
 * Puts an XMLHttpRequest in place that hands its request to the server behind `fetch` when the test says so: jsdom's
 * own sends nothing anywhere. Returns the uploads in their order.
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
