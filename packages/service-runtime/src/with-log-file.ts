import { join } from 'node:path'
import type { ServiceFactory, ServiceParts } from '@wardtrack/access'
import { closeLog, createLog } from '@wardtrack/service-kit'

/**
 * Gives a service that shares its process a separate log file. Its own lines, and those of requests to its calls, go
 * to `{name}.log`, as when it runs as a separate process.
 */
export const withLogFile =
  (name: string, createService: ServiceFactory): ServiceFactory =>
  async (parts: ServiceParts) => {
    const dir = join(parts.filesDir, 'logs')
    const log = createLog({ service: name, dir, level: parts.log.level, stdout: false })
    const service = await createService({ ...parts, log })
    log.info('service started beside others in one process')
    return {
      ...service,
      calls: service.calls.map((served) => ({ ...served, log })),
      close: async () => {
        await service.close?.()
        await closeLog(log)
      },
    }
  }
