import type { Headers } from '@wardtrack/test-kit'
import type { Response } from 'supertest'
import type { ApiTest } from './api-test.ts'

/** Valid list report. */
export const LIST_REPORT = {
  Name: 'Pumps',
  Description: 'All pumps with their battery',
  Subject: 'Equipment',
  Type: 'List',
  share: 'Everyone',
  Fields: ['AssetName', 'BatteryLevel'],
}
/** Valid heat map report. */
export const HEAT_REPORT = { ...LIST_REPORT, Name: 'Battery', Type: 'Heat Map', TargetField: 'BatteryLevel' }

/** Creates helpers for the calls of custom reports. */
export const customReportCallsOf = (api: ApiTest) => ({
  create: (body: object, headers?: Headers): Promise<Response> =>
    api.post('/api/custom.createCustomReport', body, headers),
  list: (headers?: Headers): Promise<Response> => api.get('/api/custom.getAllCustomReports', headers),
  read: (reportId: string, headers?: Headers): Promise<Response> =>
    api.get(`/api/custom.getCustomReportById/${reportId}`, headers),
  edit: (reportId: string, body: object, headers?: Headers): Promise<Response> =>
    api.request('PUT', `/api/custom.editCustomReportById/${reportId}`, headers, body),
  remove: (reportId: string, headers?: Headers): Promise<Response> =>
    api.request('DELETE', `/api/custom.deleteCustomReportById/${reportId}`, headers),
  preview: (body: object, headers?: Headers): Promise<Response> =>
    api.post('/api/custom.previewCustomReport', body, headers),
  pointers: (reportId: string, body: object, headers?: Headers): Promise<Response> =>
    api.post(`/api/custom.MapsPointer/${reportId}`, body, headers),
})
