import type { ServiceParts } from '@wardtrack/access'
import { routes } from '@wardtrack/contracts'
import type { Request } from '@wardtrack/service-kit'

/** Where a provider pushes to, as the browser that asks reaches this server. */
export function pushAddresses({ bases }: ServiceParts, request: Request, name: string) {
  const origin = `${request.protocol}://${request.get('host') ?? 'localhost'}`
  const addressOf = ({ service, path }: { service: 'location' | 'status'; path: string }): string =>
    `${origin}${bases[service]}${path.replace('{name}', name)}`
  return {
    locations: addressOf(routes.ingestLocations),
    'device-status': addressOf(routes.ingestDeviceStatus),
    'own/locations': addressOf(routes.ingestProviderLocations),
    'own/device-status': addressOf(routes.ingestProviderStatus),
  }
}
