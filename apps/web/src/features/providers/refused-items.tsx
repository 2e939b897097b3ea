import { useQuery } from '@tanstack/react-query'
import type { DeadLetter } from '@wardtrack/contracts'
import { ITEM_CODES } from '@wardtrack/contracts/item-codes'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { dateTime } from '../../lib/time.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { LetterDialog } from './letter-dialog.tsx'
import { LETTER_BASES, type LetterBase, type LetterQuestion, lettersQuery } from './provider-queries.ts'
import styles from './providers.module.css'
import { useReplay } from './use-replay.tsx'

const PAGE_SIZE = 10

/** Refused items of a provider, to view, to correct, and to replay one, some or all. */
export function RefusedItems({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const [base, setBase] = useState<LetterBase>('location')
  const [code, setCode] = useState<LetterQuestion['code']>('')
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<string>()
  const letters = useQuery(lettersQuery({ provider: name, base, code, page, pagesize: PAGE_SIZE }))
  const replay = useReplay(name, base)
  usePageRefresh(() => void letters.refetch())
  const change = (next: { base?: LetterBase; code?: LetterQuestion['code'] }): void => {
    if (next.base !== undefined) setBase(next.base)
    if (next.code !== undefined) setCode(next.code)
    setPage(1)
    setSelected(new Set())
  }
  const columns: DataColumn<DeadLetter>[] = [
    {
      title: t('letter.received'),
      cell: ({ receivedAt }) => dateTime(receivedAt),
      onPhone: 'main',
      width: 190,
    },
    { title: t('letter.reason'), cell: ({ errors }) => <Reason letter={{ errors }} />, onPhone: 'wide' },
    { title: t('letter.state'), cell: stateOf, onPhone: 'end' },
    {
      title: t('key.actions'),
      cell: ({ id }) => (
        <Button size="small" onClick={() => setOpen(id)}>
          {t('letter.open')}
        </Button>
      ),
      onPhone: 'wide',
    },
  ]
  function stateOf({ replayed, mended }: DeadLetter): string {
    if (replayed) return t('letter.replayedAt', { time: dateTime(replayed) })
    return mended ? t('letter.mended') : t('letter.waiting')
  }
  return (
    <div className={styles.stack}>
      <PageToolbar
        actions={
          <OnlineButton disabled={!letters.data?.count} onClick={() => replay.all(code)}>
            {t('letter.replayAll')}
          </OnlineButton>
        }
      >
        <Select<LetterBase>
          className={styles.codes ?? ''}
          aria-label={t('letter.base')}
          value={base}
          onChange={(next) => change({ base: next })}
          options={LETTER_BASES.map((value) => ({ value, label: t(`letter.of.${value}`) }))}
        />
        <Select<LetterQuestion['code']>
          className={styles.codes ?? ''}
          aria-label={t('letter.code')}
          value={code}
          onChange={(next) => change({ code: next })}
          options={[
            { value: '', label: t('letter.anyCode') },
            ...ITEM_CODES.map((value) => ({ value, label: t(`code.${value}`) })),
          ]}
        />
      </PageToolbar>
      {replay.progress}
      <QueryTable<DeadLetter, { data: DeadLetter[]; count: number }>
        boxed
        query={letters}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        failed={t('letter.failed')}
        label={t('tab.refused')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p className={styles.empty}>{t('letter.none')}</p>}
        selection={{
          selected,
          onSelect: setSelected,
          nameOf: ({ receivedAt }) => t('letter.select', { time: dateTime(receivedAt) }),
          actions: [
            {
              label: t('letter.replay'),
              run: () => {
                replay.some([...selected])
                setSelected(new Set())
              },
            },
          ],
        }}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
      {open === undefined ? null : (
        <LetterDialog
          name={name}
          base={base}
          id={open}
          onReplay={() => replay.some([open])}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function Reason({ letter: { errors } }: { readonly letter: Pick<DeadLetter, 'errors'> }) {
  const { t } = useTranslation('providers')
  const [first] = errors
  if (!first) return null
  return (
    <>
      {t(`code.${first.code}`)}
      {first.path ? (
        <>
          {' · '}
          <code>{first.path}</code>
        </>
      ) : null}
    </>
  )
}
