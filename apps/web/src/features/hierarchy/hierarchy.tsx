import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Levels } from '@wardtrack/contracts'
import { Alert, App, Button, Input, Segmented, Skeleton } from 'antd'
import { Tags } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { useLiveEvents } from '../../lib/live/index.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { type UrlSchema, urlChoice, urlText, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { LateSkeleton, QueryError } from '../../ui/query-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AddPlace } from '../add-place/add-place.tsx'
import {
  activeProvidersQuery,
  internalPlacesQuery,
  levelTitlesQuery,
  PLACES_KEY,
  providerPlacesQuery,
} from '../places/index.ts'
import styles from './hierarchy.module.css'
import { PlaceList } from './place-list.tsx'
import { filterRows, type PlaceFilter, ProviderPlaces, placeRows } from './place-rows.ts'

interface TitlesDialogProps {
  readonly titles: Levels
  readonly onClose: () => void
}

type Titles = Readonly<Record<string, string>>

const trimmed = (titles: Titles): Record<string, string> =>
  Object.fromEntries(Object.entries(titles).map(([level, title]) => [level, title.trim()]))

const missingTitles = (titles: Titles): Titles =>
  Object.fromEntries(
    Object.entries(trimmed(titles))
      .filter(([, title]) => title === '')
      .map(([level]) => [level, translate('hierarchy:titles.error')]),
  )

/** Names of the hierarchy levels: Site, Building, Floor … */
function TitlesDialog({ titles, onClose }: TitlesDialogProps) {
  const { t } = useTranslation('hierarchy')
  const client = useQueryClient()
  const { message } = App.useApp()
  const state = useAppForm<Titles>({
    initial: titles,
    check: missingTitles,
    onSubmit: async (values) => {
      const body = { Type: 'Location', SubType: 'Titles', Fields: trimmed(values) } as const
      const answer = await api.call('createSettings', { body })
      void client.invalidateQueries({ queryKey: levelTitlesQuery().queryKey })
      void message.success(serverText(answer.message))
      onClose()
    },
  })
  return (
    <FormDialog state={state} title={t('titles.title')} verb={t('titles.save')} onClose={onClose}>
      {Object.keys(titles).map((level) => (
        <AppField
          key={level}
          name={level}
          label={translate('common:level', { level: level.replace('Level_', '') })}
        >
          <Input maxLength={100} />
        </AppField>
      ))}
    </FormDialog>
  )
}

interface HierarchyView {
  readonly filter: PlaceFilter
  readonly search: string
}

const schema: UrlSchema<HierarchyView> = {
  filter: urlChoice('show', ['all', 'no-map', 'unmapped']),
  search: urlText('search'),
}

/** Returns the view of the hierarchy page, kept in the address. */
function useHierarchyView() {
  const [view, change] = useUrlState(schema)
  const set = (part: Partial<HierarchyView>): void => change(part, { replace: true })
  return {
    ...view,
    setSearch: (search: string) => set({ search }),
    setFilter: (filter: PlaceFilter) => set({ filter }),
    reset: () => set({ search: '', filter: 'all' }),
  }
}

const filters = [
  { value: 'all', text: 'filter.all' },
  { value: 'no-map', text: 'filter.noMap' },
  { value: 'unmapped', text: 'filter.unmapped' },
] as const

/** Refetches places and providers after live events about them. */
function useFreshPlaces(): () => void {
  const client = useQueryClient()
  const refresh = (): void => void client.invalidateQueries({ queryKey: PLACES_KEY })
  useLiveEvents((events) => {
    if (events.some((event) => event.event === 'config.changed' && event.data.what === 'providers')) refresh()
  })
  usePageRefresh(refresh)
  return refresh
}

/** The internal hierarchy, its maps, and the mapped places of providers. */
export function Hierarchy() {
  const { t } = useTranslation('hierarchy')
  const phone = usePhone()
  const { search, filter, setSearch, setFilter, reset } = useHierarchyView()
  const places = useQuery(internalPlacesQuery())
  const provided = useQuery(providerPlacesQuery())
  const active = useQuery(activeProvidersQuery())
  const refresh = useFreshPlaces()
  const rows = useMemo(() => placeRows(places.data ?? []), [places.data])
  const offered = useMemo(
    () => new ProviderPlaces(provided.data ?? [], places.data ?? []),
    [provided.data, places.data],
  )
  const providers = active.data ?? []
  const shown = useMemo(
    () => filterRows(rows, search, filter, active.data ?? []),
    [rows, search, filter, active.data],
  )
  const failed = [places, provided, active].find(({ isError, data }) => isError && !data)
  if (failed) return <QueryError query={failed} boxed title={t('failed')} onRetry={refresh} />
  if (!places.data || !provided.data || !active.data) return <HierarchySkeleton />
  if (rows.length === 0)
    return <EmptyState boxed title={t('none.title')} why={t('none.why')} action={<AddPlace primary />} />
  return (
    <>
      <PageToolbar
        actions={
          <>
            <LevelTitles />
            <AddPlace />
          </>
        }
      >
        <SearchBox label={t('search')} value={search} onSearch={setSearch} className={styles.search} />
        <Segmented<PlaceFilter>
          aria-label={t('show')}
          size={phone ? 'large' : 'middle'}
          options={filters.map(({ value, text }) => ({ value, label: t(text) }))}
          value={filter}
          onChange={setFilter}
        />
        <span className={styles.count} role="status">
          {shown.length === rows.length
            ? t('count.all', { count: rows.length })
            : t('count.some', { shown: shown.length, count: rows.length })}
        </span>
      </PageToolbar>
      {providers.length === 0 ? (
        <Alert className={styles.note ?? ''} type="info" showIcon title={t('noProvider')} />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          boxed
          title={t('noMatch.title')}
          why={search ? t('noMatch.searched', { search }) : t('noMatch.complete')}
          action={<Button onClick={reset}>{t('showAll')}</Button>}
        />
      ) : (
        <PlaceList rows={shown} providers={providers} offered={offered} />
      )}
    </>
  )
}

function LevelTitles() {
  const { t } = useTranslation('hierarchy')
  const phone = usePhone()
  const titles = useQuery(levelTitlesQuery())
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={phone ? 'large' : 'middle'}
        disabled={!titles.data}
        onClick={() => setOpen(true)}
        icon={<Tags size={16} strokeWidth={1.8} aria-hidden />}
      >
        {t('levelTitles')}
      </Button>
      {open && titles.data ? <TitlesDialog titles={titles.data} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function HierarchySkeleton() {
  return (
    <LateSkeleton>
      <div className={styles.skeleton}>
        {Array.from({ length: 8 }, (_, i) => (
          <Skeleton.Node key={i} active className={styles.skeletonRow ?? ''} />
        ))}
      </div>
    </LateSkeleton>
  )
}

export { Hierarchy as Page }
