/** A day in the calendar that calls a system of the organization: what a webhook is, without words. */
export function WebhookPicture() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 240 88"
      className="h-22 w-60 fill-none stroke-current rtl:-scale-x-100"
      strokeWidth="2"
    >
      <g className="text-line-strong">
        <rect x="9" y="17" width="64" height="58" rx="7" />
        <path d="M9 34h64M26 10v13M56 10v13" strokeLinecap="round" />
        <path d="M22 47h8M37 47h8M52 47h8M22 60h8M52 60h8" strokeLinecap="round" />
      </g>
      <g className="text-accent" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="41" cy="60" r="8" className="fill-accent-soft" />
        <path d="m37.500 60 2.500 2.500 4.500-5" />
        <path d="M86 45h56" strokeDasharray="1 7" />
        <path d="m140 38 8 7-8 7" />
      </g>
      <g className="text-line-strong">
        <rect x="164" y="14" width="66" height="27" rx="6" />
        <rect x="164" y="48" width="66" height="27" rx="6" />
        <path d="M192 27.500h26M192 61.500h26" strokeLinecap="round" />
      </g>
      <g className="text-accent" stroke="none">
        <circle cx="177" cy="27.500" r="3.500" className="fill-current" />
        <circle cx="177" cy="61.500" r="3.500" className="fill-current" />
      </g>
    </svg>
  )
}
