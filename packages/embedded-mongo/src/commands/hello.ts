import { documentBytes } from '../bson/make.ts'

const VERSION = '7.0.0'

/**
 * Describes a standalone server. Without a set name, drivers neither retry writes nor open transactions. Without a
 * topologyVersion they poll. Without sessions they do not send a session id with each command.
 */
export function hello(connectionId: number): Buffer {
  return documentBytes({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: 21,
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
    maxBsonObjectSize: 16 * 1024 * 1024,
    ok: 1,
  })
