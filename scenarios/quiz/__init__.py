"""Training quizzes made from the scenario bank: the engine gives every answer."""
