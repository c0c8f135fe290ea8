// Calls to the server as React uses them.

import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ConsoleAnswer, ConsoleCallName, ConsoleInput } from '../api/calls.ts'
import { CallRefused } from './callAnswer.ts'
import { callServer } from './callServer.ts'

type QueryOptions = {
  readonly isEnabled?: boolean
  /** Asks again by itself. */
  readonly everyMs?: number
  /** Asks again when somebody comes back to the window; not what costs the server much. */
  readonly asksOnFocus?: boolean
  /** Shows the answer to the input before until the new one is there. */
  readonly keepsPrevious?: boolean
}

export function useConsoleQuery<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleInput<Name>,
  { isEnabled = true, everyMs, asksOnFocus = true, keepsPrevious = false }: QueryOptions = {},
): UseQueryResult<ConsoleAnswer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => callServer(name, input, signal),
    ...{ enabled: isEnabled, refetchOnWindowFocus: asksOnFocus },
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
}

/** A list that is read part by part. `nextOf` gives what the input of the next part has besides `input`. */
export function useConsoleList<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleInput<Name>,
  nextOf: (answer: ConsoleAnswer<Name>) => Partial<ConsoleInput<Name>> | undefined,
  { everyMs, isEnabled = true }: Pick<QueryOptions, 'everyMs' | 'isEnabled'> = {},
) {
  return useInfiniteQuery({
    queryKey: [name, 'list', input],
    queryFn: ({ pageParam, signal }) => callServer(name, Object.assign({}, input, pageParam), signal),
    initialPageParam: noNext<Name>(),
    getNextPageParam: (answer: ConsoleAnswer<Name>) => nextOf(answer),
    enabled: isEnabled,
    // Only while it is short: every part is asked for again.
    refetchInterval: query =>
      everyMs !== undefined && isShortList(query.state.data?.pages) ? everyMs : false,
  })
}

/** Whether a list is short enough to be kept up to date by itself. */
export const isShortList = (parts: readonly unknown[] | undefined): boolean => (parts?.length ?? 0) <= 2

const noNext = <Name extends ConsoleCallName>(): Partial<ConsoleInput<Name>> => ({})

type MutationOptions<Name extends ConsoleCallName> = {
  readonly onSuccess?: (answer: ConsoleAnswer<Name>) => unknown
  readonly onError?: (error: Error) => unknown
  /** Calls whose answers are old now. */
  readonly invalidates?: readonly ConsoleCallName[]
}

export type ConsoleMutation<Name extends ConsoleCallName> = UseMutationResult<
  ConsoleAnswer<Name>,
  Error,
  ConsoleInput<Name>
> & {
  /** What the server said of one field of the input. */
  readonly errorOf: (field: string) => string | undefined
  /** What it said of no field that `fields` shows: it belongs above the form. */
  readonly errorBeside: (...fields: readonly string[]) => string | undefined
}

export function useConsoleMutation<Name extends ConsoleCallName>(
  name: Name,
  { onSuccess, onError, invalidates = [] }: MutationOptions<Name> = {},
): ConsoleMutation<Name> {
  const queries = useQueryClient()
  const mutation = useMutation<ConsoleAnswer<Name>, Error, ConsoleInput<Name>>({
    mutationFn: (input: ConsoleInput<Name>) => callServer(name, input),
    async onSuccess(answer) {
      await Promise.all(invalidates.map(old => queries.invalidateQueries({ queryKey: [old] })))
      await onSuccess?.(answer)
    },
    ...(onError && { onError }),
  })
  const { error } = mutation
  const field = error instanceof CallRefused ? error.field : undefined
  return {
    ...mutation,
    errorOf: wanted => (error && field === wanted ? error.message : undefined),
    errorBeside: (...fields) =>
      error && !(field !== undefined && fields.includes(field)) ? error.message : undefined,
  }
}
