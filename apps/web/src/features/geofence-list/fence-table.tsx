import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { Button, InputNumber, Popover } from 'antd'
import { Ruler } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useTypeName } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  AppField,
  AppForm,
  isConflict,
  type StoredState,
  SubmitButton,
  settingsQuery,
  useSettingsForm,
} from '../../ui/form/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TouchSize } from '../../ui/touch-size.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { ExportFences } from '../fence-files/index.ts'
import { allFencesQuery, useDeleteFence, useSwitchFence } from '../geofences/index.ts'
import { mapInfoQuery } from '../map-canvas/index.ts'
import { COLUMNS, FenceCells, type FenceRowActions } from './fence-cells.tsx'
import styles from './fence-table.module.css'

const PAIR = { Type: 'Geofence', SubType: 'Engine' } as const
/** Maximum in metres; for a larger tolerance, a larger geofence is better. */
const largest = 50
/** Tolerance of new geofences in metres, until one for all is saved; the same as in the server. */
const defaultMetres = 0.5

interface Tolerance {
  readonly metres: number | null
}

const toleranceQuery = () =>
  settingsQuery(
    PAIR,
    ({ tolerance }): Tolerance => ({ metres: typeof tolerance === 'number' ? tolerance : defaultMetres }),
  )

/** Setting for all geofences: the distance beyond the edge within which an asset still counts as inside. */
function EdgeTolerance() {
  const { t } = useTranslation('geofence-list')
  const [open, setOpen] = useState(false)
  const tolerance = useQuery(toleranceQuery())
  if (tolerance.data === undefined) return null
  return (
    <TouchSize>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={<ToleranceForm saved={tolerance.data} onSaved={() => setOpen(false)} />}
      >
        <Button aria-expanded={open} icon={<Ruler size={16} strokeWidth={1.8} aria-hidden />}>
          {t('tolerance.current', { metres: tolerance.data.values.metres ?? defaultMetres })}
        </Button>
      </Popover>
    </TouchSize>
  )
}

interface ToleranceFormProps {
  readonly saved: StoredState<Tolerance>
  readonly onSaved: () => void
}

function ToleranceForm({ saved, onSaved }: ToleranceFormProps) {
  const { t } = useTranslation('geofence-list')
  const client = useQueryClient()
  const state = useSettingsForm<Tolerance>({
    name: PAIR,
    stored: saved,
    reread: () => client.fetchQuery({ ...toleranceQuery(), staleTime: 0 }),
    labels: { metres: t('tolerance.metres') },
    toFields: ({ metres }) => ({ tolerance: metres }),
    check: ({ metres }) => ({ metres: metres === null ? translate('messages:fieldRequired') : undefined }),
    failure: (cause) => (isConflict(cause) ? undefined : translate('messages:settingsFailed')),
    onSuccess: ({ data: { revision } }, { values }) => {
      client.setQueryData(toleranceQuery().queryKey, { values, revision })
      onSaved()
    },
  })
  return (
    <AppForm state={state} className={styles.tolerance} label={t('tolerance.title')}>
      <p>{t('tolerance.help')}</p>
      <AppField name="metres" label={t('tolerance.metres')}>
        <InputNumber autoFocus min={0} max={largest} step={0.5} />
      </AppField>
      <SubmitButton>{t('tolerance.save')}</SubmitButton>
    </AppForm>
  )
}

const schema = { search: urlText('search') }
const none: readonly Geofence[] = []
/** In CSS pixels. */
const rowHeight = { desktop: 44, phone: 108 }

/** All geofences of the hospital in one table, and their common setting. */
export function FenceTable() {
  const { t } = useTranslation(['geofence-list', 'geofences', 'fence-files'])
  const fences = useQuery(allFencesQuery())
  const [{ search }, change] = useUrlState(schema)
  const mapNames = useMapNames(fences.data ?? none)
  const nameOfType = useTypeName()
  const found = matching(fences.data ?? none, search, { mapNames, nameOfType })
  const setSearch = (text: string): void => change({ search: text }, { replace: true })
  usePageRefresh(() => void fences.refetch())
  return (
    <>
      <PageToolbar
        actions={
          <>
            <ExportFences
              label={t('fence-files:exportAll')}
              body={search === '' ? {} : { ids: found.map(({ _id }) => _id) }}
              {...(found.length === 0 ? { disabledReason: t('fence-files:nothing') } : {})}
            />
            <EdgeTolerance />
          </>
        }
      >
        <SearchBox label={t('search')} value={search} onSearch={setSearch} className={styles.search} />
      </PageToolbar>
      <LoadingPanel
        title={t('title')}
        query={fences}
        failed={t('geofences:failed')}
        count={fences.data?.length}
      >
        {(all) =>
          all.length === 0 ? (
            <NoFences />
          ) : found.length === 0 ? (
            <EmptyState
              title={t('noMatch.title', { search })}
              why={t('noMatch.why')}
              action={<Button onClick={() => setSearch('')}>{t('showAll')}</Button>}
            />
          ) : (
            <Rows fences={found} mapNames={mapNames} nameOfType={nameOfType} />
          )
        }
      </LoadingPanel>
    </>
  )
}

function matching(
  fences: readonly Geofence[],
  search: string,
  { mapNames, nameOfType }: Omit<RowsProps, 'fences'>,
): readonly Geofence[] {
  const wanted = search.toLowerCase()
  if (wanted === '') return fences
  return fences.filter(({ Name, Type, AssetTypes, MapId }) =>
    [Name, Type, ...AssetTypes.map(nameOfType), mapNames.get(MapId) ?? ''].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  )
}

/** Empty state with links to the hierarchy and its maps, on which geofences are drawn. */
function NoFences() {
  const { t } = useTranslation('geofence-list')
  const mayOpenHierarchy = useMayOpen('hierarchy-list-two')
  return (
    <EmptyState
      title={t('none.title')}
      why={t('none.why')}
      action={
        mayOpenHierarchy ? (
          <Button type="primary" href="#/hierarchy-list-two">
            {t('none.choose')}
          </Button>
        ) : null
      }
    />
  )
}

interface RowsProps {
  readonly fences: readonly Geofence[]
  readonly mapNames: ReadonlyMap<string, string>
  readonly nameOfType: (assetType: string) => string
}

/** All rows without pages; only rows in view are rendered. */
function Rows({ fences, mapNames, nameOfType }: RowsProps) {
  const { t } = useTranslation('geofence-list')
  const phone = usePhone()
  const offline = useOfflineReason()
  const mayDraw = useMayOpen('geofencing')
  const switching = useSwitchFence()
  const remove = useDeleteFence()
  const tools: FenceRowActions = {
    toggleEnabled: switching.mutate,
    toggleDisabledReason: mayDraw ? offline : t('noRight'),
    remove,
    removeDisabledReason: offline,
    nameOfMap: (mapId) => mapNames.get(mapId),
    nameOfType,
    mayDraw,
  }
  return (
    <VirtualRows
      label={t('title')}
      rows={fences}
      rowHeight={phone ? rowHeight.phone : rowHeight.desktop}
      rowKey={({ _id }) => _id}
      className={styles.table}
      rowClassName={phone ? styles.phoneRow : styles.row}
      head={
        phone
          ? undefined
          : COLUMNS.map((title) => (
              <span key={title} role="columnheader">
                {t(title)}
              </span>
            ))
      }
    >
      {(fence) => <FenceCells fence={fence} tools={tools} phone={phone} />}
    </VirtualRows>
  )
}

/** Returns the known names of the maps with geofences. */
function useMapNames(fences: readonly Geofence[]): ReadonlyMap<string, string> {
  const mapIds = useMemo(() => [...new Set(fences.map(({ MapId }) => MapId))], [fences])
  return useQueries({
    queries: mapIds.map((mapId) => mapInfoQuery(mapId)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }): [string, string][] => (data ? [[data.mapId, data.name]] : []))),
  })
}

export { FenceTable as Page }
