import { translate } from './i18n/i18n.ts'
/** Called with the sent share of a request's body, 0 to 1. */
export type UploadProgress = (part: number) => void

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Creates an error that is identified by its name, like that of `fetch`. */
const stopped = (): Error =>
  Object.assign(new Error(translate('common:upload.stopped')), { name: 'AbortError' })

/**
 * A `fetch` with progress of the upload, which the browser's `fetch` does not report. Bodies are texts and forms.
 * @throws TypeError if the server is not reached; AbortError if the signal aborts, as `fetch` does
 */
export const uploadFetch =
  (progress: UploadProgress): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const address = input instanceof Request ? input.url : String(input)
      request.open(init.method ?? 'GET', address)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.responseType = 'blob'
      const unreached = (): void => reject(new TypeError(translate('common:upload.unreached')))
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) progress(loaded / total)
      })
      request.addEventListener('load', () => {
        const { status, statusText } = request
        // These statuses have no body, and a Response refuses even an empty one.
        const body = status === 204 || status === 205 || status === 304 ? null : (request.response as Blob)
        resolve(new Response(body, { status, statusText, headers: headersOf(request) }))
      })
      request.addEventListener('error', unreached)
      request.addEventListener('timeout', unreached)
      request.addEventListener('abort', () => reject(stopped()))
      init.signal?.addEventListener('abort', () => request.abort(), { once: true })
      const { body } = init
      request.send(typeof body === 'string' || body instanceof FormData ? body : null)
    })
