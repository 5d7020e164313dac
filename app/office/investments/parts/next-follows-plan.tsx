/** Instead of fields for the next payment. */
export function NextFollowsPlan() {
  return (
    <p className="col-span-full text-xs text-muted">
      The next payment follows from the payment plan.
    </p>
  )
}
