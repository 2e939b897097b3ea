import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { iso } from '../shapes/common.ts'

const checks = z.record(z.string(), z.string())

export const operationCalls = {
  live: defineCall(routes.live, {
    summary: 'The live stream (server-sent events)',
    patient: true,
    produces: 'open',
    share: 'none',
    response: z.unknown(),
  }),
  verifyAuditLog: defineCall(routes.verifyAuditLog, {
    summary: 'Follow the chain of the audit log, and tell where it is broken',
    response: z.object({
      intact: z.boolean(),
      /** entries that were followed, up to the first that is wrong */
      entries: z.number(),
      /** those written before entries were made with a key: a chain of them could be made anew */
      unkeyed: z.number(),
      /** number of the oldest entry that is kept */
      first: z.number().nullable(),
      /** the last entry that is right */
      head: z.object({ number: z.number(), time: iso, hash: z.string() }).nullable(),
      broken: z
        .object({
          number: z.number(),
          fault: z.enum(['missing', 'unlinked', 'changed', 'unkeyed', 'unknown_key', 'truncated']),
        })
        .nullable(),
    }),
  }),
  healthLive: defineCall(routes.healthLive, {
    summary: 'The process runs',
    response: z.object({ status: z.literal('ok') }),
  }),
  healthReady: defineCall(routes.healthReady, {
    summary: 'The service can do its work',
    produces: 'open',
    response: z.object({ status: z.enum(['ok', 'unavailable']), checks }),
  }),
  metrics: defineCall(routes.metrics, {
    summary: 'Prometheus metrics',
    produces: 'open',
    response: z.string(),
  }),
  openapi: defineCall(routes.openapi, {
    summary: 'This document',
    produces: 'open',
    response: z.record(z.string(), z.unknown()),
  }),
  docs: defineCall(routes.docs, { summary: 'Every call, to browse', produces: 'open', response: z.string() }),
  docsFile: defineCall(routes.docsFile, {
    summary: 'A file that the page of calls loads',
    produces: 'open',
    params: z.object({ file: z.string().max(100) }),
    response: z.unknown(),
  }),
}
