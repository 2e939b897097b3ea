import type { LocationHierarchy } from '@wardtrack/contracts'
import { Button } from 'antd'
import { MonitorDot, SquareDashed, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { usePhone } from '../../lib/use-media.ts'

/** Links to the editors of this map that the user may open. */
export function MapLinks({ place, mapId }: { readonly place: LocationHierarchy; readonly mapId: string }) {
  const { t } = useTranslation('map-overview')
  const phone = usePhone()
  const map = encodeURIComponent(mapId)
  const links = [
    {
      label: t('link.drawGeofence'),
      Icon: SquareDashed,
      href: `#/geofencing/${map}`,
      may: useMayOpen('geofencing'),
    },
    {
      label: t('link.markMonitors'),
      Icon: MonitorDot,
      href: `#/map-marking/${map}`,
      may: useMayOpen('map-marking'),
    },
    {
      label: t('link.importMap'),
      Icon: Upload,
      href: `#/map-import/${encodeURIComponent(place.hierarchyId)}`,
      may: useMayOpen('map-import'),
    },
  ]
  return links
    .filter(({ may }) => may)
    .map(({ label, Icon, href }) => (
      <Button
        key={label}
        type={phone ? 'default' : 'text'}
        href={href}
        icon={phone ? null : <Icon size={16} strokeWidth={1.8} aria-hidden />}
      >
        {label}
      </Button>
    ))
}
