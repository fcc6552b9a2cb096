import { useEffect, useState, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ComboBox, type ComboBoxProps } from '#web/platform/ui/ComboBox.tsx'
import type { Choice } from '#web/platform/ui/Select.tsx'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import type { FormField } from '#web/platform/ui/useForm.ts'

const searchDelayMs = 300

export type SearchedChoiceProps<Id extends string | number> = Pick<
  ComboBoxProps<Id>,
  'label' | 'name' | 'description' | 'placeholder' | 'empty' | 'choices' | 'onSearch'
> & { field: FormField<Choice<Id> | null> }

/** A required choice of a form among what the server finds by a part of the name. */
export function SearchedChoice<Id extends string | number>(props: SearchedChoiceProps<Id>): ReactNode {
  const { field, onSearch, ...box } = props
  const [typed, setTyped] = useState('')
  // The label of the chosen entry is not a search text.
  const wanted = typed === field.value?.label ? '' : typed
  useEffect(() => onSearch(wanted), [wanted, onSearch])
  return (
    <ComboBox
      {...box}
      isRequired
      value={field.value?.id ?? null}
      search={typed}
      onSearch={setTyped}
      error={field.error}
      onBlur={field.onBlur}
      onChange={(id) => {
        const chosen = box.choices.find((choice) => choice.id === id) ?? null
        field.onChange(chosen)
        setTyped(chosen?.label ?? '')
      }}
    />
  )
}

/** Finds the choices, debounced. The former ones stay until the next arrive. */
export function useFound<Found>(
  key: string,
  find: (search: string, signal: AbortSignal) => Promise<Found>,
): { data: Found | undefined; error: Error | null; onSearch: (search: string) => void } {
  const [typed, onSearch] = useState('')
  const search = useDebounced(typed, searchDelayMs)
  const { data, error } = useQuery({
    queryKey: ['found', key, search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
  })
  return { data, error, onSearch }
}
