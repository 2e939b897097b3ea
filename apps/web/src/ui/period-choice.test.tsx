import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { setWindowWidth } from '../testing/setup.ts'
import { PeriodChoice } from './period-choice.tsx'

const choosePeriod = () => {
  const onChange = vi.fn()
  render(<PeriodChoice usual="last-24-hours" value={{ preset: 'last-24-hours' }} onChange={onChange} />)
  return onChange
}

it('offers a button for the default period and a picker for any other', async () => {
  const onChange = choosePeriod()
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  await userEvent.click(screen.getByText('Custom'))
  expect(onChange).toHaveBeenCalledWith({ from: expect.any(String), to: expect.any(String) })
})

it('is only the picker on a phone, where it includes the default period', async () => {
  setWindowWidth(390)
  const onChange = choosePeriod()
  expect(screen.queryByRole('radio')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Last 24 hours/ }))
  await userEvent.click(await screen.findByRole('combobox'))
  expect(await screen.findAllByTitle('Last 24 hours')).not.toHaveLength(0)
  await userEvent.click(await screen.findByTitle('Last 7 days'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ preset: 'last-7-days' })
})
