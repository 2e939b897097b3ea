import { join } from 'node:path'
import type { ServiceFactory, ServiceParts } from '@wardtrack/access'
import { closeLog, createLog } from '@wardtrack/service-kit'

/**
 * A service that shares its process with others and writes a log file of its own beside that of the process: what it
 * logs and what is logged of requests to its calls stands in `{name}.log`, as where it runs as a process of its own.
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
