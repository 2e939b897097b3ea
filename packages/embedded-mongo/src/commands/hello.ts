import { documentBytes } from '../bson/make.ts'
import type { Engine } from './engine.ts'

const VERSION = '7.0.0'

/**
 * A standalone server: no set name, so drivers neither retry writes nor open transactions; no topologyVersion, so they poll;
 * no sessions, which drivers would otherwise open and name with each command, and which nothing here asks for.
 */
export function hello(connectionId: number): Buffer {
  return documentBytes({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    connectionId,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  })
}

export const buildInfo = () =>
  documentBytes({
    version: VERSION,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'wardtrack-embedded',
    modules: [],
    storageEngines: ['lmdb'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
    ok: 1,
  })

export function serverStatus(engine: Engine, connections: number): Buffer {
  const memory = process.memoryUsage()
  return documentBytes({
    host: 'localhost',
    version: VERSION,
    process: 'wardtrack-embedded-mongo',
    pid: process.pid,
    uptime: Math.round((Date.now() - engine.startedAt) / 1000),
    localTime: new Date(),
    connections: { current: connections },
    metrics: { cursor: { open: { total: engine.cursors.size } } },
    mem: { bits: 64, resident: Math.round(memory.rss / 1048576), virtual: 0, supported: true },
    storageEngine: { name: 'lmdb', supportsCommittedReads: true, persistent: true },
    ok: 1,
  })
}
