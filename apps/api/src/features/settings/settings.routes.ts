import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, messages, type ScalingStatus } from '@wardtrack/contracts'
import { countActiveEquipment, type ReportMinute, readProcessReports } from '@wardtrack/scaling'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createSettingsService } from './settings.service.ts'

/** Milliseconds without a report after which a process counts as ended. */
const LIVE_MS = 15_000
const COUNTED = ['hits', 'misses', 'unanswered', 'sent', 'applied', 'lag'] as const

/** Reads how all processes together use Redis and Kafka now. */
async function readScalingStatus(parts: ServiceParts): Promise<ScalingStatus> {
  const { db, scaling, sharedReads, processReport } = parts
  await scaling.reload()
  await processReport.write()
  const [devices, reports] = await Promise.all([countActiveEquipment(db), readProcessReports(db)])
  const now = Date.now()
  const minutes = sumMinutes(reports.map((report) => report.minutes))
  const total = (member: (typeof COUNTED)[number]): number =>
    minutes.reduce((sum, minute) => sum + minute[member], 0)
  const live = reports.filter(({ at }) => now - at < LIVE_MS)
  const { state: redis, threshold: redisThreshold, data: redisData } = scaling.redis()
  const { state: kafka, threshold: kafkaThreshold, data: kafkaData } = scaling.kafka()
  return {
    devices,
    redis: {
      state: redis,
      configured: sharedReads.isConfigured,
      threshold: redisThreshold,
      cachingData: [...redisData],
      hits: total('hits'),
      misses: total('misses'),
      unanswered: total('unanswered'),
    },
    kafka: {
      state: kafka,
      configured: scaling.kafkaFigures() !== undefined,
      threshold: kafkaThreshold,
      cachingData: [...kafkaData],
      sent: total('sent'),
      applied: total('applied'),
      lag: live.reduce((sum, report) => sum + (report.minutes.at(-1)?.lag ?? 0), 0),
    },
    processes: reports
      .map((report) => ({
        name: report.name,
        seenAt: new Date(report.at).toISOString(),
        live: now - report.at < LIVE_MS,
        redis: report.redis,
        kafka: report.kafka,
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || b.seenAt.localeCompare(a.seenAt, 'en')),
    minutes: minutes.map((minute) => ({ ...minute, at: new Date(minute.at).toISOString() })),
  }
}

/** Sums the minutes of several processes, oldest first. */
function sumMinutes(reports: readonly (readonly ReportMinute[])[]): ReportMinute[] {
  const sums = new Map<number, ReportMinute>()
  for (const minute of reports.flat()) {
    const sum = sums.get(minute.at)
    if (!sum) sums.set(minute.at, { ...minute })
    else for (const member of COUNTED) sum[member] += minute[member]
  }
  return [...sums.values()].sort((a, b) => a.at - b.at)
}

/** Creates the calls of settings pairs, each with the pages of its type. */
export function settingRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const settings = createSettingsService(parts)
  return [
    serve(calls.getGeofenceSettings)<Actor>(async () => {
      const GeofenceTypes = await settings.readGeofenceTypes()
      return { Type: 'Geofence', SubType: 'Geofence', Fields: { GeofenceTypes } }
    }),
    serve(calls.getSettings)<Actor>(async ({ body }, context) => {
      const { isSaved, pair } = await settings.read(body, context)
      return { status: isSaved ? 1 : 0, data: pair }
    }),
    serve(calls.createSettings)<Actor>(async ({ body }, context) => ({
      err: 0,
      message: messages.settingUpdated,
      data: await settings.save(body, context),
    })),
    serve(calls.scalingStatus)<Actor>(async () => ({ data: await readScalingStatus(parts) })),
    serve(calls.getAddedLocationProviders)<Actor>(() => settings.listProviders()),
  ]
}
