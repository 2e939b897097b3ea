import type { ServiceParts } from '@wardtrack/access'
import { routes } from '@wardtrack/contracts'
import type { Request } from '@wardtrack/service-kit'

/** Returns the address of an ingestion call, as the requesting browser reaches this server. */
export function pushAddress(
  { bases }: Pick<ServiceParts, 'bases'>,
  request: Request,
  { service, path }: { service: keyof ServiceParts['bases']; path: string },
): string {
  return `${request.protocol}://${request.get('host') ?? 'localhost'}${bases[service]}${path}`
}

/** Returns the addresses that a provider pushes to. */
export function pushAddresses(parts: ServiceParts, request: Request, provider: string) {
  const addressOf = ({ service, path }: { service: 'location' | 'status'; path: string }): string =>
    pushAddress(parts, request, { service, path: path.replace('{name}', provider) })
  return {
    locations: addressOf(routes.ingestLocations),
    'device-status': addressOf(routes.ingestDeviceStatus),
    'own/locations': addressOf(routes.ingestProviderLocations),
    'own/device-status': addressOf(routes.ingestProviderStatus),
  }
}
