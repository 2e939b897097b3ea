import type { Logger } from '@wardtrack/service-kit'
import { logLevel } from 'kafkajs'
import { expect, it } from 'vitest'
import { createKafkaLog, splitBatches } from './open-kafka.ts'

it('logs messages for operators at limited intervals, and hides ordinary changes of a group', () => {
  const lines: string[] = []
  const write = (level: string) => (_facts: object, message: string) => lines.push(`${level} ${message}`)
  const log = createKafkaLog({ warn: write('warn'), debug: write('debug') } as unknown as Logger)
  const say = (label: 'ERROR' | 'INFO', message: string, error?: string) =>
    log({ namespace: 'Runner', level: logLevel[label], label, log: { timestamp: '', message, error } })
  say('ERROR', 'Connection error: connect ECONNREFUSED')
  say('ERROR', 'Connection error: connect ECONNREFUSED')
  say('ERROR', 'Response Heartbeat', 'The group is rebalancing, so a rejoin is needed')
  say('ERROR', 'The coordinator is not aware of this member, re-joining the group')
  say('INFO', 'Consumer has joined the group')
  expect(lines).toEqual([
    'warn Connection error: connect ECONNREFUSED',
    'debug Response Heartbeat',
    'debug The coordinator is not aware of this member, re-joining the group',
    'debug Consumer has joined the group',
  ])
})

it('splits messages in order, so that each part fits', () => {
  const messages = [40, 70, 10, 200, 5].map((size, n) => ({ key: String(n), value: Buffer.alloc(size) }))
  const keys = splitBatches(messages, 100).map((batch) => batch.map(({ key }) => key))
  expect(keys).toEqual([['0'], ['1', '2'], ['3'], ['4']])
  expect(splitBatches([], 100)).toEqual([])
})
