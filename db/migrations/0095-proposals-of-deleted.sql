-- A proposal about an investment or project that is deleted stays, with its id.
alter table app.proposal_line drop constraint proposal_line_investment_id_fkey,
  drop constraint proposal_line_project_id_fkey;
