import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'

const checks = z.record(z.string(), z.string())

export const operationCalls = {
  live: defineCall(routes.live, {
    summary: 'The live stream (server-sent events)',
    patient: true,
    produces: 'open',
    share: 'none',
    response: z.unknown(),
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
