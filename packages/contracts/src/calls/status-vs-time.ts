import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { iso, page, pageSize } from '../shapes/common.ts'
import { criteriaBody, encryptionLimits } from '../shapes/criteria.ts'
import { CHART_MEMBERS, chartAsset, chartPoint } from '../shapes/status-vs-time.ts'

const time = z.iso.datetime({ offset: true, message: 'Use ISO 8601 with a time zone.' })

export const statusVsTimeCalls = {
  getStatusVsTimeReport: defineCall(routes.getStatusVsTimeReport, {
    summary:
      'How many assets were in which state over time, at most 120 points; `createdAt` of the criteria is the range, the last six hours without it',
    patient: true,
    body: criteriaBody,
    response: z.object({
      assets: z.array(chartPoint),
      /** number of points */
      maxAssets: z.number(),
      /** length of a bucket; the last one ends with the range and may be shorter */
      bucketSeconds: z.number(),
      ...encryptionLimits,
    }),
  }),
  getStatusVsTimeAssets: defineCall(routes.getStatusVsTimeAssets, {
    summary:
      'The assets that a point of getStatusVsTimeReport counts, a page of them by AssetType and AssetId',
    patient: true,
    body: z.object({
      /** criteria of the chart, without its range */
      items: criteriaBody.optional(),
      /** exclusive end of the bucket */
      moment: time,
      state: z.enum(CHART_MEMBERS),
      pagination: z.object({ currentPage: page, items: pageSize(5) }).optional(),
    }),
    response: z.object({
      assets: z.array(chartAsset),
      maxAssets: z.number(),
      moment: iso,
    }),
  }),
}
