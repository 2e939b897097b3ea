import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { providerTitle } from '../../lib/place.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { usePhone } from '../../lib/use-media.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { MapThumbnail } from './map-thumbnail.tsx'
import { PlaceLinks, usePlaceLinks } from './place-links.tsx'
import styles from './place-list.module.css'
import type { PlaceRow, ProviderPlaces } from './place-rows.ts'
import { ProviderCell } from './provider-cell.tsx'
import { type MappingChange, useMappingChange } from './use-mapping-change.tsx'

/** Asks for confirmation, because without mappings the providers' positions at the place can no longer be located. */
function useRemoveMappings(onChange: (change: MappingChange) => void): (row: PlaceRow) => void {
  const { t } = useTranslation('hierarchy')
  const confirm = useConfirm()
  return ({ place, name }) => {
    const providers = Object.keys(place.mappings).sort().join(', ')
    confirm({
      title: t('remove.title', { name }),
      content: t('remove.what', { providers }),
      verb: t('remove.label'),
      onConfirm: () => onChange({ place, mappings: {}, undoable: t('remove.done', { name }) }),
    })
  }
}

/** Row height in CSS pixels: a mapped cell is a dropdown with a line below. */
const desktopRowHeight = 76
const headAndBar = 58
const phoneHead = 120
const phoneCell = { choice: 70, gap: 24 }

/** Minimum widths of columns, in CSS pixels. */
const width = { place: 250, provider: 236, remove: 56 } as const

interface PlaceListProps {
  readonly rows: readonly PlaceRow[]
  readonly providers: readonly string[]
  readonly offered: ProviderPlaces
}

/** All places with their maps and their names at each provider. */
export function PlaceList({ rows, providers, offered }: PlaceListProps) {
  const { t } = useTranslation('hierarchy')
  const phone = usePhone()
  const links = usePlaceLinks()
  const change = useMappingChange()
  const remove = useRemoveMappings(change)
  const removeButton = (row: PlaceRow) => (
    <OnlineButton
      type="text"
      danger
      aria-label={t('remove.of', { name: row.name })}
      title={t('remove.label')}
      disabled={Object.keys(row.place.mappings).length === 0}
      onClick={() => remove(row)}
      icon={<Trash2 size={17} strokeWidth={1.8} aria-hidden />}
    />
  )
  const cells = (row: PlaceRow) =>
    providers.map((provider) => (
      <div key={provider} role="cell" className={styles.provider}>
        {phone ? <span className={styles.providerName}>{providerTitle(provider)}</span> : null}
        <ProviderCell row={row} provider={provider} offered={offered} onChange={change} />
      </div>
    ))
  const mapWidth = 100 + links.length * 34
  const columns = [
    `minmax(${width.place}px, 1.2fr)`,
    `${mapWidth}px`,
    ...providers.map(() => `minmax(${width.provider}px, 1fr)`),
    `${width.remove}px`,
  ].join(' ')
  const rowHeight = phone
    ? phoneHead + providers.length * (phoneCell.choice + phoneCell.gap)
    : desktopRowHeight
  // A short list has the height of its rows, plus the horizontal scroll bar.
  const whole = rows.length * rowHeight + (phone ? 2 : headAndBar)
  const sizes = { '--whole': `${whole}px`, ...(phone ? {} : { '--columns': columns }) }
  return (
    <div className={styles.frame} style={sizes as object}>
      <VirtualRows
        label={t('title')}
        rows={rows}
        rowKey={({ place }) => place.hierarchyId}
        rowHeight={rowHeight}
        minWidth={phone ? 0 : width.place + mapWidth + providers.length * width.provider + width.remove}
        className={styles.table}
        rowClassName={styles.line}
        head={phone ? undefined : <Head providers={providers} />}
      >
        {(row) => (
          <>
            <div role="cell" className={styles.place}>
              <b title={row.name}>{row.name}</b>
              <span title={row.within}>{row.within}</span>
            </div>
            <div role="cell" className={styles.map}>
              <MapPreview row={row} />
              <PlaceLinks row={row} links={links} />
              {phone ? removeButton(row) : null}
            </div>
            {cells(row)}
            {phone ? null : (
              <div role="cell" className={styles.remove}>
                {removeButton(row)}
              </div>
            )}
          </>
        )}
      </VirtualRows>
    </div>
  )
}

/** Picture of the place's own map; rooms of a floor only name the place that has their map. */
function MapPreview({ row: { place, mapId, mapOf, name } }: { readonly row: PlaceRow }) {
  const { t } = useTranslation('hierarchy')
  if (mapId && mapOf !== place)
    return <span className={styles.inherited}>{t('onMapOf', { place: mapOf.fullName.at(-1) })}</span>
  return <MapThumbnail key={mapId} mapId={mapId} name={name} />
}

const Head = ({ providers }: Pick<PlaceListProps, 'providers'>) => {
  const { t } = useTranslation('hierarchy')
  return (
    <>
      <div role="columnheader" className={styles.place}>
        {t('column.place')}
      </div>
      <div role="columnheader">{t('column.map')}</div>
      {providers.map((provider) => (
        <div key={provider} role="columnheader">
          {providerTitle(provider)}
        </div>
      ))}
      <div role="columnheader">
        <span className="visually-hidden">{t('column.remove')}</span>
      </div>
    </>
  )
}
