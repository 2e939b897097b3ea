import { useQuery } from '@tanstack/react-query'
import type { User } from '@wardtrack/contracts'
import { Alert, Button, Segmented } from 'antd'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText, useUrlState } from '../../lib/url-state.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type HandedOver, HandOverDialog, PasswordDialog } from './password-dialog.tsx'
import styles from './people.module.css'
import { type PeopleView, usersQuery } from './people.query.ts'
import { useUserChanges } from './use-user-changes.ts'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'

const SIZES = [10, 25, 50] as const

const schema: UrlSchema<PeopleView & { readonly create: 'no' | 'user' }> = {
  search: urlText('search'),
  asking: urlChoice('show', ['all', 'asking']),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, SIZES),
  // The create route opens this page with the form.
  create: urlChoice('create', ['no', 'user']),
}

type Open =
  | { readonly dialog: 'edit' | 'password'; readonly user: User }
  | ({ readonly dialog: 'handOver' } & HandedOver)

/** List of all users, with search, creation, editing and locking. */
export function PeopleList() {
  const { t } = useTranslation('people')
  const [view, change] = useUrlState(schema)
  const [open, setOpen] = useState<Open>()
  const list = useQuery(usersQuery(view))
  const mayGivePatientData = list.data?.mayGivePatientData ?? false
  const changes = useUserChanges()
  usePageRefresh(() => void list.refetch())
  const table = useTableView(
    'people',
    userColumns(useNow(), {
      ...changes,
      edit: (user) => setOpen({ dialog: 'edit', user }),
      setPassword: (user) => setOpen({ dialog: 'password', user }),
    }),
  )
  const setCreating = (isOpen: boolean): void =>
    change({ create: isOpen ? 'user' : 'no' }, { replace: !isOpen })
  const handOver = (handedOver: HandedOver): void => {
    setOpen({ dialog: 'handOver', ...handedOver })
    setCreating(false)
  }
  return (
    <>
      <PageToolbar
        actions={
          <>
            {table.menu}
            <OnlineButton
              type="primary"
              icon={<UserPlus size={16} aria-hidden />}
              onClick={() => setCreating(true)}
            >
              {t('create.verb')}
            </OnlineButton>
          </>
        }
      >
        <SearchBox
          label={t('search')}
          value={view.search}
          onSearch={(search) => change({ search, page: 1 }, { replace: true })}
          className={styles.search}
        />
        <AskingSwitch
          value={view.asking}
          count={list.data?.asking ?? 0}
          onChange={(asking) => change({ asking, page: 1 })}
        />
      </PageToolbar>
      <QueryTable
        boxed
        label={t('title')}
        query={list}
        failed={t('failed')}
        columns={table.columns}
        density={table.density}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        rowKey={({ _id }) => _id}
        empty={<NobodyFound view={view} onReset={() => change({ search: '', asking: 'all', page: 1 })} />}
        page={view.page}
        pageSize={view.pageSize}
        sizes={{ options: SIZES, label: t('pageSize') }}
        onPage={(page, pageSize) => change({ page, pageSize })}
      />
      {view.create === 'user' ? (
        <UserDialog
          mayGivePatientData={mayGivePatientData}
          onClose={() => setCreating(false)}
          onCreated={handOver}
        />
      ) : null}
      {dialogOf(open, mayGivePatientData, () => setOpen(undefined), handOver)}
    </>
  )
}

function dialogOf(
  open: Open | undefined,
  mayGivePatientData: boolean,
  onClose: () => void,
  onDone: (handedOver: HandedOver) => void,
): ReactNode {
  if (!open) return null
  if (open.dialog === 'handOver') return <HandOverDialog {...open} onClose={onClose} />
  if (open.dialog === 'password') return <PasswordDialog user={open.user} onClose={onClose} onSet={onDone} />
  return (
    <UserDialog
      user={open.user}
      mayGivePatientData={mayGivePatientData}
      onClose={onClose}
      onCreated={onDone}
    />
  )
}

interface AskingSwitchProps {
  readonly value: PeopleView['asking']
  readonly count: number
  readonly onChange: (value: PeopleView['asking']) => void
}

/** Filter for users who asked for a new password, shown only if there are some or the filter is on. */
function AskingSwitch({ value, count, onChange }: AskingSwitchProps) {
  const { t } = useTranslation('people')
  if (count === 0 && value === 'all') return null
  return (
    <Segmented<PeopleView['asking']>
      aria-label={t('requests.label')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: t('requests.all') },
        { value: 'asking', label: t('requests.asking', { count }) },
      ]}
    />
  )
}

function NobodyFound({ view, onReset }: { readonly view: PeopleView; readonly onReset: () => void }) {
  const { t } = useTranslation('people')
  if (view.asking === 'asking' && view.search === '')
    return <Alert type="success" showIcon title={t('requests.none')} />
  return (
    <EmptyState
      title={t('none.title')}
      why={t('none.why')}
      action={<Button onClick={onReset}>{t('none.showAll')}</Button>}
    />
  )
}
