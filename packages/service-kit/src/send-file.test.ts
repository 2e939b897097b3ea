import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

test('ends the content of a file whose reader goes away before the first part', async () => {
  let begin: () => void = () => undefined
  const leaving = new Promise<void>((resolve) => {
    begin = resolve
  })
  const steps: string[] = []
  async function* content(left: Promise<unknown>): AsyncGenerator<string, void> {
    try {
      begin()
      await left
      yield 'first'
      yield 'second'
    } finally {
      steps.push('content ended')
    }
  }
  let settle: () => void = () => undefined
  const sent = new Promise<void>((resolve) => {
    settle = resolve
  })
  const server = createServer((_request, response) => {
    const file = { content: content(once(response, 'close')), fileName: 'a', mediaType: 'text/plain' }
    void sendFile(file, { response, log: {} } as never).then(settle)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = get({ port: (server.address() as AddressInfo).port }).on('error', () => undefined)
  await leaving
  asked.destroy()
  await sent
  server.close()
  expect(steps).toEqual(['content ended'])
})
