import type { LocationHierarchy } from '@wardtrack/contracts'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useMayOpen } from '../../lib/access.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './map-import.module.css'

/** A page that closes itself shows its message this long first. Milliseconds. */
const closeAfterMs = 1_500

/** The image is stored. A window that the console opened closes; any other shows the ways on. */
export function ImportDone({ place }: { readonly place: LocationHierarchy }) {
  useEffect(() => {
    if (window.opener === null) return undefined
    const timer = setTimeout(() => window.close(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const mayView = useMayOpen('view-map')
  const mayList = useMayOpen('hierarchy-list-two')
  return (
    <Panel title="Imported">
      <div className={styles.done}>
        <CircleCheck size={32} strokeWidth={1.8} aria-hidden />
        <p role="status">The map of {place.fullName.at(-1)} is stored and shown everywhere.</p>
        {mayView ? (
          <Button type="primary" block href={`#/view-map/${encodeURIComponent(place.hierarchyId)}`}>
            View map
          </Button>
        ) : null}
        {mayList ? (
          <Button block href="#/hierarchy-list-two">
            Hierarchy and maps
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}
