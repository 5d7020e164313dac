-- The landing page's headline and testimonials became settings of the company.
update app.company set facts = '{"headline": "Own what East Africa builds next.", "testimonials": []}'::jsonb || facts;
