import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useHolder } from '#web/portal/holder.ts'
import { foundPeople, isWorthSearching } from '#web/portal/people/people-queries.ts'

/** People who fit what is typed, once it stays for a moment; while more is typed, those found before. */
export function usePeopleFound(typed: string) {
  const holder = useHolder()
  const [sought, setSought] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error } = useQuery({ ...foundPeople(holder, sought), placeholderData: keepPreviousData })
  const isSought = isWorthSearching(typed)
  const isSettled = !isSought || (sought === typed.trim() && (data !== undefined || error !== null))
  return { people: isSought ? (data?.items ?? []) : [], hasMore: isSought && data?.hasMore === true, error, isSettled }
}
