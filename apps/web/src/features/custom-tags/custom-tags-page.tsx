import { useQuery } from '@tanstack/react-query'
import type { CustomTag } from '@wardtrack/contracts'
import { App, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { customTagsQuery, KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './custom-tags.module.css'

/** The installation's custom tags: listed, added by name, removed after a confirmation. */
export function CustomTagsPage() {
  const { t } = useTranslation('custom-tags')
  const tags = useQuery(customTagsQuery())
  const remove = useRemove()
  usePageRefresh(() => void tags.refetch())
  const columns: DataColumn<CustomTag>[] = [
    { title: t('name'), cell: ({ name }) => <strong>{name}</strong>, onPhone: 'main' },
    { title: t('added'), cell: ({ createdAt }) => dateTime(createdAt) },
    {
      title: t('actions'),
      cell: ({ name }) => (
        <OnlineButton
          type="text"
          aria-label={t('remove.of', { name })}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => remove(name)}
        />
      ),
      onPhone: 'end',
    },
  ]
  return (
    <div className={styles.page}>
      <p className={styles.about}>{t('about')}</p>
      <AddTag />
      <LoadingPanel title={t('title')} query={tags} failed={t('failed')} count={tags.data?.length}>
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={<EmptyState title={t('none.title')} why={t('none.why')} />}
          />
        )}
      </LoadingPanel>
    </div>
  )
}

/** Input for a name and the button that adds it. A missing or existing name is reported in a toast. */
function AddTag() {
  const { t } = useTranslation('custom-tags')
  const { message } = App.useApp()
  const [name, setName] = useState('')
  const adding = useApiMutation({
    call: (newCustomTag: string) => api.call('createCustomTag', { body: { newCustomTag } }),
    success: (answer) => answer.message,
    invalidates: [[KEYS.customTags]],
    onSuccess: () => setName(''),
  })
  const add = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (name.trim() === '') void message.error(translate('messages:customTagNameNeeded'))
    else adding.mutate(name.trim())
  }
  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <Input
        aria-label={t('new')}
        placeholder={t('new')}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <OnlineButton
        type="primary"
        htmlType="submit"
        loading={adding.isPending}
        icon={<Plus size={16} aria-hidden />}
      >
        {t('add')}
      </OnlineButton>
    </form>
  )
}

/** Asks for confirmation to remove a tag everywhere, and removes it. */
function useRemove(): (name: string) => void {
  const { t } = useTranslation('custom-tags')
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation({
    call: (customTagName: string) => api.call('deleteCustomTag', { body: { customTagName } }),
    success: (answer) => answer.message,
    invalidates: [[KEYS.customTags], [KEYS.asset]],
  })
  return (name) =>
    confirm({
      title: t('remove.title', { name }),
      content: t('remove.what'),
      verb: t('remove.verb'),
      onConfirm: () => mutateAsync(name),
    })
}

export { CustomTagsPage as Page }
