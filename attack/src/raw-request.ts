import { connect } from 'node:net'

/** A status line and the text after it; status 0 when the connection was closed without an answer. */
export type RawAnswer = { status: number; text: string }

/**
 * Sends a request byte by byte as given, for requests that no client would send.
 * @param requestLine method, target and version
 * @param headers header lines
 * @returns the answer's first bytes once it has a status line, or when the server closed the connection
 */
export function sendRaw(
  port: number,
  requestLine: string,
  headers: readonly string[],
  body: string | Uint8Array = '',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = (): void => {
      clearTimeout(limit)
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text })
    }
    const limit = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer to ${requestLine}`))
    }, 30_000)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n\r\n')) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
    // Sent in one write: a server that reads the head before the body has arrived may answer to the head alone.
    socket.write(
      Buffer.concat([Buffer.from([requestLine, ...headers, '', ''].join('\r\n')), Buffer.from(body)]),
    )
  })
}
