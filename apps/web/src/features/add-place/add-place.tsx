import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RtlsHierarchy } from '@wardtrack/contracts'
import { App, Input } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { levelTitlesQuery, PLACES_KEY } from '../places/index.ts'

/** Values of a place's path in a form, by level. */
type PathDraft = Readonly<Record<string, string | undefined>>

const valueAt = (draft: PathDraft, level: number): string => draft[`Level_${level}`]?.trim() ?? ''

/** Returns the names from the first level on, up to the first empty level. */
function pathOf(draft: PathDraft, levels: number): string[] {
  const names = Array.from({ length: levels }, (_, index) => valueAt(draft, index + 1))
  const end = names.indexOf('')
  return end < 0 ? names : names.slice(0, end)
}

/** Returns the errors of a path: no name at all, or a name below an empty level. */
function pathErrors(
  draft: PathDraft,
  levels: number,
  texts: { readonly missing: string; readonly above: string },
): Record<string, string> {
  const depth = pathOf(draft, levels).length
  const errors: Record<string, string> = {}
  if (depth === 0) errors['Level_1'] = texts.missing
  for (let level = depth + 2; level <= levels; level += 1)
    if (valueAt(draft, level) !== '') errors[`Level_${level}`] = texts.above
  return errors
}

/** Adds a place to the hierarchy, and then offers the import of its map to users who may import maps. */
export function AddPlace({ primary = false }: { readonly primary?: boolean }) {
  const { t } = useTranslation('add-place')
  const navigate = useNavigate()
  const mayImport = useMayOpen('map-import')
  const [open, setOpen] = useState(false)
  const onAdded = ({ hierarchyId }: RtlsHierarchy): void => {
    setOpen(false)
    if (mayImport) void navigate(`/map-import/${encodeURIComponent(hierarchyId)}`)
  }
  return (
    <>
      <OnlineButton
        type={primary ? 'primary' : 'default'}
        icon={<Plus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </OnlineButton>
      {open ? <AddPlaceDialog onAdded={onAdded} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface AddPlaceDialogProps {
  readonly onAdded: (place: RtlsHierarchy) => void
  readonly onClose: () => void
}

const defaultTitles = ['site', 'building', 'floor'] as const

function AddPlaceDialog({ onAdded, onClose }: AddPlaceDialogProps) {
  const { t } = useTranslation('add-place')
  const client = useQueryClient()
  const { message } = App.useApp()
  const { data: titles = {} } = useQuery(levelTitlesQuery())
  const known = Object.values(titles)
  const labels = [...known, ...defaultTitles.slice(known.length).map((title) => t(title))]
  const state = useAppForm<PathDraft>({
    initial: {},
    check: (draft) => pathErrors(draft, labels.length, { missing: t('missing'), above: t('above') }),
    onSubmit: async (draft) => {
      const answer = await api.call('addPlace', { body: { fullName: pathOf(draft, labels.length) } })
      void message.success(serverText(answer.message))
      void client.invalidateQueries({ queryKey: PLACES_KEY })
      onAdded(answer.data)
    },
    failureText: (cause) => serverText(cause.message),
  })
  return (
    <FormDialog state={state} title={t('title')} verb={t('verb')} onClose={onClose}>
      <p>{t('about')}</p>
      {labels.map((label, index) => (
        <AppField key={label} name={`Level_${index + 1}`} label={label} required={index === 0}>
          <Input maxLength={100} autoFocus={index === 0} />
        </AppField>
      ))}
    </FormDialog>
  )
}
