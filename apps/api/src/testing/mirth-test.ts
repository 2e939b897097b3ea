import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MirthDelivery, MirthField } from '@wardtrack/contracts'
import { TEST_WAIT } from '@wardtrack/test-kit'
import type { Response } from 'supertest'
import { expect, vi } from 'vitest'
import { type ApiTest, openApiTest } from './api-test.ts'

/** Request that the receiver got. */
export type Received = {
  key: string
  signature: string | undefined
  text: string
  body: Record<string, unknown>
}

/** API with a receiver on loopback. */
export type MirthTest = {
  api: ApiTest
  received: Received[]
  /** handles requests of the receiver; accepts them by default */
  answer: (response: ServerResponse) => void
  /** sets the receiver's address for these fields, and clears the others */
  setAddresses(...fields: MirthField[]): Promise<Response>
  stateOf(field: MirthField): Promise<MirthDelivery | undefined>
  bodies(): Record<string, unknown>[]
  /** waits until the receiver has got this many items */
  arrived(count: number): Promise<void>
  /** clears the addresses and the received items */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Timeout for a delivery. */
export const DELIVERY_WAIT = TEST_WAIT

/** Opens the API and the receiver. */
export async function openMirthTest(): Promise<MirthTest> {
  const api = await openApiTest({ outboundAllow: ['127.0.0.1'] })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const { 'idempotency-key': key, 'wardtrack-signature': signature } = request.headers
      const body = JSON.parse(text) as Received['body']
      test.received.push({ key: String(key), signature: signature as string | undefined, text, body })
      test.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
  const test: MirthTest = {
    api,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    setAddresses: (...fields) =>
      api.post('/api/settings/create', {
        Type: 'Mirth',
        SubType: 'Mirth',
        Fields: Object.fromEntries(fields.map((field) => [field, address])),
      }),
    stateOf: async (field) => {
      const { body } = await api.get('/api/mirth/deliveries')
      return (body.data as MirthDelivery[]).find((entry) => entry.field === field)
    },
    bodies: () => test.received.map(({ body }) => body),
    arrived: (count) => vi.waitFor(() => expect(test.received).toHaveLength(count), DELIVERY_WAIT),
    reset: async () => {
      const { driver } = api.parts.db
      for (const collection of [driver.deliveryFeed, driver.deliveryAddresses, driver.settings, driver.jobs])
        await collection.deleteMany()
      api.parts.bus.publish('config.changed', { what: 'settings' })
      test.received = []
      test.answer = (response) => response.writeHead(204).end()
    },
    close: async () => {
      await api.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return test
}
