import type { Options, TextConversation, VoiceConversation } from '@elevenlabs/client'
import audioConcatProcessor from '@elevenlabs/client/worklets/audioConcatProcessor.js?url'
import rawAudioProcessor from '@elevenlabs/client/worklets/rawAudioProcessor.js?url'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConnectionError, isSessionEnded } from '#web/api/api-error.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import type { Locale } from '#web/ui/language/locales.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { sessionEnded } from '#web/portal/shell/session/session-ended.ts'
import { agentTools } from './agent-tools.ts'
import { requireMicrophone } from './microphone.ts'
import { endSession, openSession } from './open-session.ts'

export type Mode = 'speech' | 'text'

export type Line = { readonly id: number; readonly by: 'you' | 'agent'; readonly text: string }

/** A conversation with the agent, and its state. */
export type Talk = ReturnType<typeof useTalk>

type State = {
  readonly state: 'idle' | 'opening' | 'open' | 'ended'
  readonly mode: Mode
  readonly lines: readonly Line[]
  readonly isSpeaking: boolean
  readonly isMuted: boolean
  /** Why it did not start, or ended early. */
  readonly error: unknown
}

const idle: State = { state: 'idle', mode: 'text', lines: [], isSpeaking: false, isMuted: false, error: null }

/** One conversation at a time; it ends when the page is left. */
export function useTalk(onProposal: (proposalId: string) => void) {
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const queries = useQueryClient()
  const [state, setState] = useState(idle)
  const held = useRef<TextConversation | VoiceConversation>(null)
  const isLeft = useRef(false)
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }))
  const addLine = (by: Line['by'], text: string) =>
    setState((before) => ({ ...before, lines: [...before.lines, { id: before.lines.length, by, text }] }))

  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      void held.current?.endSession()
    }
  }, [])

  async function start(mode: Mode): Promise<void> {
    change({ ...idle, state: 'opening', mode })
    const clientRequestId = crypto.randomUUID()
    const end = () => {
      removeEventListener('pagehide', end)
      void endSession(holder, clientRequestId)
    }
    let isOpened = false
    let isOver = false
    try {
      if (mode === 'speech') await requireMicrophone()
      const locale = currentLocale()
      // The agent's library is loaded only when a conversation begins.
      const [signedUrl, { TextConversation, VoiceConversation }] = await Promise.all([
        openSession(holder, clientRequestId, locale).then((url) => {
          isOpened = true
          addEventListener('pagehide', end)
          return url
        }),
        import('@elevenlabs/client'),
      ])
      const language = agentLanguage(locale)
      const Kind = mode === 'speech' && canSpeak(locale) ? VoiceConversation : TextConversation
      const conversation = await Kind.startSession({
        signedUrl,
        connectionType: 'websocket',
        textOnly: Kind === TextConversation,
        clientTools: agentTools(holder, clientRequestId, (id) => {
          onProposal(id)
          void queries.invalidateQueries({ queryKey: ['getHolderVoiceProposal'] })
        }),
        overrides: { agent: { language } },
        dynamicVariables: { time_zone: defaultTimezone },
        // Served by us: the content security policy allows no other origin.
        workletPaths: { audioConcatProcessor, rawAudioProcessor },
        onMessage: ({ role, message }) => addLine(role === 'agent' ? 'agent' : 'you', message),
        onModeChange: ({ mode: now }) => change({ isSpeaking: now === 'speaking' }),
        onDisconnect: (details) => {
          isOver = true
          held.current = null
          end()
          change({
            state: 'ended',
            error: details.reason === 'error' ? new ConnectionError(details.message) : null,
          })
        },
      })
      // It may have ended before it was handed over.
      if (isOver) return
      held.current = conversation
      if (isLeft.current) void conversation.endSession()
      else change({ state: 'open', mode: Kind === TextConversation ? 'text' : 'speech' })
    } catch (error) {
      if (isSessionEnded(error)) sessionEnded.set()
      if (isOpened) end()
      // The library's own errors are failures of the connection to the agent.
      change({ state: 'idle', error: isOurs(error) ? error : new ConnectionError('No conversation', { cause: error }) })
    }
  }

  return {
    ...state,
    start,
    say: (text: string) => {
      held.current?.sendUserMessage(text)
      addLine('you', text)
    },
    mute: (isMuted: boolean) => {
      held.current?.setMicMuted(isMuted)
      change({ isMuted })
    },
    end: () => void held.current?.endSession(),
  }
}

const ours = new Set(['ApiError', 'ConnectionError', 'NoMicrophone'])

function isOurs(error: unknown): boolean {
  return error instanceof Error && ours.has(error.name)
}

/** Maltese and Papiamento can only be typed. */
function canSpeak(locale: Locale): boolean {
  return locale !== 'mt' && !locale.startsWith('pap-')
}

/** The vendor's code of a language; of the nearest one where it lacks ours. */
function agentLanguage(locale: Locale): Language {
  if (locale.startsWith('pap-')) return 'nl'
  return (locale === 'mt' ? 'en' : (locale.split('-')[0] ?? 'en')) as Language
}

type Language = NonNullable<NonNullable<NonNullable<Options['overrides']>['agent']>['language']>
